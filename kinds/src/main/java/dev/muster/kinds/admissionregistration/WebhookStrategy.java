package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Webhook configurations, validating and mutating. */
public final class WebhookStrategy extends CountedFields {
  private final boolean mutating;

  private WebhookStrategy(boolean mutating) {
    super(false, "webhooks");
    this.mutating = mutating;
  }

  public static WebhookStrategy validating() {
    return new WebhookStrategy(false);
  }

  public static WebhookStrategy mutating() {
    return new WebhookStrategy(true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    for (ObjectNode hook : Defaults.each(object, "webhooks")) {
      Defaults.text(hook, "failurePolicy", "Fail");
      Defaults.text(hook, "matchPolicy", "Equivalent");
      Defaults.struct(hook, "namespaceSelector");
      Defaults.struct(hook, "objectSelector");
      Defaults.number(hook, "timeoutSeconds", 10);
      if (mutating) {
        Defaults.text(hook, "reinvocationPolicy", "Never");
      }
      if (hook.path("clientConfig").get("service") instanceof ObjectNode service) {
        Defaults.number(service, "port", 443);
      }
      Defaults.each(hook, "rules").forEach(r -> Defaults.text(r, "scope", "*"));
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Set<String> names = new HashSet<>();
    for (At hook : At.root(object).get("webhooks").each()) {
      hook(hook, errors);
      if (!names.add(hook.text("name"))) {
        errors.duplicate(hook.get("name"));
      }
    }
  }

  private void hook(At hook, Errors errors) {
    name(hook.get("name"), errors);
    for (At rule : hook.get("rules").each()) {
      MatchRules.validate(rule, errors);
    }
    References.validateOneOf(hook.get("failurePolicy"), List.of("Fail", "Ignore"), errors);
    References.validateOneOf(hook.get("matchPolicy"), List.of("Equivalent", "Exact"), errors);
    At effects = hook.get("sideEffects");
    List<String> harmless = List.of("None", "NoneOnDryRun");
    if (effects.absent()) {
      errors.required(effects.path(), "must specify one of None, NoneOnDryRun");
    } else {
      References.validateOneOf(effects, harmless, errors);
    }
    At timeout = hook.get("timeoutSeconds");
    if (timeout.present() && (timeout.number() < 1 || timeout.number() > 30)) {
      errors.invalid(timeout, "the timeout value must be between 1 and 30 seconds");
    }
    LabelSelectors.validate(hook.get("namespaceSelector"), errors);
    LabelSelectors.validate(hook.get("objectSelector"), errors);
    PolicyExpressions.validateConditions(hook.get("matchConditions"), false, errors);
    if (mutating) {
      References.validateOneOf(
          hook.get("reinvocationPolicy"), List.of("IfNeeded", "Never"), errors);
    }
    validateClient(hook.get("clientConfig"), errors);
    At versions = hook.get("admissionReviewVersions");
    if (versions.size() == 0) {
      errors.required(versions.path(), "must specify one of v1, v1beta1");
    } else if (!versions.texts().contains("v1") && !versions.texts().contains("v1beta1")) {
      errors.invalid(versions, "must include at least one of v1, v1beta1");
    }
  }

  private static void name(At name, Errors errors) {
    Names.subdomain(name.text(), false)
        .forEach(f -> errors.invalidText(name.path(), name.text(), f));
    if (name.text().split("\\.", -1).length < 3) {
      errors.invalidText(
          name.path(),
          name.text(),
          "should be a domain with at least three segments separated by dots");
    }
  }

  /** Finds what is wrong with how a webhook is reached. */
  public static void validateClient(At config, Errors errors) {
    At url = config.get("url");
    At service = config.get("service");
    if (url.present() == service.present()) {
      errors.required(config.path(), "exactly one of url or service is required");
    } else if (url.present()) {
      url(url, errors);
    } else {
      References.validateRequired(service, errors, "namespace", "name");
      long port = service.get("port").number();
      if (port < 1 || port > 65_535) {
        errors.invalid(
            service.get("port"), "port is not valid: must be between 1 and 65535, inclusive");
      }
    }
  }

  private static void url(At url, Errors errors) {
    try {
      URI uri = new URI(url.text());
      if (!"https".equals(uri.getScheme())) {
        errors.invalidText(
            url.path(),
            uri.getScheme() == null ? "" : uri.getScheme(),
            "'https' is the only allowed URL scheme; desired format: https://host[/path]");
      }
      if (uri.getHost() == null) {
        errors.invalidText(
            url.path(), "", "host must be specified; desired format: https://host[/path]");
      }
    } catch (URISyntaxException e) {
      errors.invalid(
          url,
          "url must be a valid URL: " + e.getReason() + "; desired format: https://host[/path]");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, errors);
  }
}
