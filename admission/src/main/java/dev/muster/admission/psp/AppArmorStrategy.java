package dev.muster.admission.psp;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.AppArmorProfile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * AppArmor profiles, which policies name in annotations.
 *
 * @param usual the profile of containers that name none; may be empty
 * @param allowed as the annotation lists them, for messages
 * @param restricted whether there is such a list
 */
record AppArmorStrategy(String usual, String allowed, Set<String> profiles, boolean restricted)
    implements ContainerRule {
  private static final String PREFIX = "apparmor.security.beta.kubernetes.io/";
  private static final String CONTAINER = "container.apparmor.security.beta.kubernetes.io/";

  static AppArmorStrategy of(At annotations) {
    String allowed = annotations.text(PREFIX + "allowedProfileNames");
    return new AppArmorStrategy(
        annotations.text(PREFIX + "defaultProfileName"),
        allowed,
        new HashSet<>(List.of(allowed.split(",", -1))),
        annotations.has(PREFIX + "allowedProfileNames"));
  }

  @Override
  public void fill(ContainerDraft container) {
    if (!usual.isEmpty() && profile(container).isEmpty()) {
      container.pod().annotate(CONTAINER + container.name(), usual);
    }
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    if (!restricted) {
      return;
    }
    Path at = Path.of("pod", "metadata", "annotations").key(CONTAINER + container.name());
    String profile = profile(container);
    if (profile.isEmpty()) {
      errors.forbidden(at, "AppArmor profile must be set");
    } else if (!profiles.contains(profile)) {
      errors.forbidden(
          at, profile + " is not an allowed profile. Allowed values: " + GoText.quote(allowed));
    }
  }

  /** The annotation's profile, or the fields' that came after it; empty if there is none. */
  private static String profile(ContainerDraft container) {
    String annotation = container.pod().annotation(CONTAINER + container.name());
    AppArmorProfile field =
        new AppArmorProfile(
            container.effective(c -> c.appArmorProfile().at(), p -> p.appArmorProfile().at()));
    if (field.absent()) {
      return annotation;
    }
    return switch (field.type().text()) {
      case "Unconfined" -> "unconfined";
      case "RuntimeDefault" -> "runtime/default";
      case "Localhost" -> "localhost/" + field.localhostProfile().text();
      default -> annotation;
    };
  }
}
