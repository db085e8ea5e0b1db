package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Namespace;

/**
 * What a namespace's labels ask for. A label that cannot be understood enforces the strictest
 * standard, and neither warns nor audits.
 *
 * @param errors the labels that cannot be understood
 */
record NamespaceStandards(Standard enforce, Standard audit, Standard warn, Errors errors) {
  private static final String PREFIX = "pod-security.kubernetes.io/";

  static NamespaceStandards of(JsonNode namespace) {
    At labels = Namespace.of(namespace).metadata().labels();
    Errors errors = new Errors();
    return new NamespaceStandards(
        standard(labels, "enforce", PodSecurityLevel.RESTRICTED, errors),
        standard(labels, "audit", PodSecurityLevel.PRIVILEGED, errors),
        standard(labels, "warn", PodSecurityLevel.PRIVILEGED, errors),
        errors);
  }

  private static Standard standard(
      At labels, String mode, PodSecurityLevel otherwise, Errors errors) {
    Standard standard = Standard.NONE;
    String key = PREFIX + mode;
    if (labels.has(key)) {
      String text = labels.text(key);
      standard = standard.with(PodSecurityLevel.named(text).orElse(otherwise));
      if (PodSecurityLevel.named(text).isEmpty()) {
        errors.invalidText(
            labels.path().key(key), text, "must be one of privileged, baseline, restricted");
      }
    }
    String versionKey = key + "-version";
    if (labels.has(versionKey)) {
      String text = labels.text(versionKey);
      standard = standard.with(PolicyVersion.of(text).orElse(PolicyVersion.LATEST));
      if (PolicyVersion.of(text).isEmpty()) {
        errors.invalidText(labels.path().key(versionKey), text, "must be \"latest\" or \"v1.x\"");
      }
    }
    return standard;
  }

  boolean warnsAndAuditsNothing() {
    return errors.isEmpty() && warn.asksNothing() && audit.asksNothing();
  }

  boolean asksNothing() {
    return warnsAndAuditsNothing() && enforce.asksNothing();
  }
}
