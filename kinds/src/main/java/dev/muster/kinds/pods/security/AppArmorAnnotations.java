package dev.muster.kinds.pods.security;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.AppArmorProfile;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules for the annotations that name containers' AppArmor profiles. */
final class AppArmorAnnotations {
  private AppArmorAnnotations() {}

  static void validate(At annotations, PodSpec spec, Errors errors) {
    Set<String> names = VisitedContainers.names(spec).collect(Collectors.toSet());
    for (Map.Entry<String, At> e : annotations.entries()) {
      if (!e.getKey().startsWith(AppArmor.ANNOTATION)) {
        continue;
      }
      At annotation = e.getValue();
      String container = e.getKey().substring(AppArmor.ANNOTATION.length());
      String profile = annotation.text();
      if (!names.contains(container)) {
        errors.invalidText(annotation.path(), container, "container not found");
      }
      boolean known =
          switch (profile) {
            case "", "runtime/default", "unconfined" -> true;
            default -> profile.startsWith(AppArmor.LOCALHOST);
          };
      if (!known) {
        errors.invalid(annotation, "invalid AppArmor profile name: " + GoText.quote(profile));
      }
    }
  }

  /** Where a pod says it both ways, it must say the same. */
  static void validateMatch(Pod pod, Errors errors) {
    PodSpec spec = pod.spec();
    if (spec.os().name().text().equals("windows")) {
      return;
    }
    for (Container container : VisitedContainers.of(spec)) {
      AppArmorProfile own = container.securityContext().appArmorProfile();
      AppArmorProfile profile = own.present() ? own : spec.securityContext().appArmorProfile();
      At annotation =
          pod.metadata().annotations().get(AppArmor.ANNOTATION + container.name().text());
      if (profile.present() && annotation.present()) {
        match(annotation.text(), profile, own.at().path(), errors);
      }
    }
  }

  private static void match(String annotation, AppArmorProfile profile, Path at, Errors errors) {
    boolean sameType =
        switch (profile.type().text()) {
          case "Unconfined" -> annotation.equals("unconfined");
          case "RuntimeDefault" -> annotation.equals("runtime/default");
          case "Localhost" -> annotation.startsWith(AppArmor.LOCALHOST);
          default -> true;
        };
    if (!sameType) {
      errors.forbidden(at.child("type"), "apparmor type in annotation and field must match");
    } else if (profile.type().text().equals("Localhost")) {
      At local = profile.localhostProfile();
      if (local.absent()
          || !annotation.substring(AppArmor.LOCALHOST.length()).equals(local.text())) {
        errors.forbidden(
            at.child("localhostProfile"), "apparmor profile in annotation and field must match");
      }
    }
  }

  /** They are as fixed as the containers they speak of. */
  static void validateUpdate(At annotations, At old, Errors errors) {
    for (Map.Entry<String, At> e : old.entries()) {
      At now = annotations.get(e.getKey());
      boolean kept = now.present() && now.text().equals(e.getValue().text());
      if (e.getKey().startsWith(AppArmor.ANNOTATION) && !kept) {
        errors.forbidden(
            annotations.path().key(e.getKey()), "may not remove or update AppArmor annotations");
      }
    }
    for (Map.Entry<String, At> e : annotations.entries()) {
      if (e.getKey().startsWith(AppArmor.ANNOTATION) && !old.has(e.getKey())) {
        errors.forbidden(e.getValue().path(), "may not add AppArmor annotations");
      }
    }
  }
}
