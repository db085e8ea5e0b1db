package dev.muster.kinds.pods.security;

import dev.muster.kinds.pods.volumes.LocalPath;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.SeccompProfile;
import java.util.List;
import java.util.Map;

/** Seccomp profiles: the field, and the annotations that came before it. */
final class Seccomp {
  static final String POD_ANNOTATION = "seccomp.security.alpha.kubernetes.io/pod";
  static final String CONTAINER_ANNOTATION = "container.seccomp.security.alpha.kubernetes.io/";
  private static final List<String> TYPES = List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final String LOCALHOST = "localhost/";

  private Seccomp() {}

  static void validate(SeccompProfile profile, Errors errors) {
    if (profile.absent()) {
      return;
    }
    At type = profile.type();
    At local = profile.localhostProfile();
    if (type.empty()) {
      errors.required(type.path(), "type is required when seccompProfile is set");
    } else if (!TYPES.contains(type.text())) {
      errors.unsupported(type, TYPES);
    }
    if (type.text().equals("Localhost")) {
      if (local.absent()) {
        errors.required(local.path(), "must be set when seccomp type is Localhost");
      } else {
        LocalPath.descending(local.text(), local.path(), errors);
      }
    } else if (local.present()) {
      errors.invalid(
          local.path(),
          InternalForm.of("core.SeccompProfile", profile.tree()),
          "can only be set when seccomp type is Localhost");
    }
  }

  static void validateAnnotations(At annotations, Errors errors) {
    annotation(annotations, POD_ANNOTATION, errors);
    for (Map.Entry<String, At> e : annotations.entries()) {
      if (e.getKey().startsWith(CONTAINER_ANNOTATION)) {
        annotation(annotations, e.getKey(), errors);
      }
    }
  }

  private static void annotation(At annotations, String key, Errors errors) {
    At annotation = annotations.get(key);
    String value = annotation.text();
    if (annotation.absent()
        || List.of("runtime/default", "docker/default", "unconfined").contains(value)) {
      return;
    }
    if (value.startsWith(LOCALHOST)) {
      LocalPath.descending(value.substring(LOCALHOST.length()), annotation.path(), errors);
    } else {
      errors.invalid(annotation, "must be a valid seccomp profile");
    }
  }

  /** Where a pod says it both ways, it must say the same. */
  static void validateMatch(Pod pod, Errors errors) {
    At annotations = pod.metadata().annotations();
    match(annotations.get(POD_ANNOTATION), pod.spec().securityContext().seccompProfile(), errors);
    for (Container container : VisitedContainers.of(pod.spec())) {
      match(
          annotations.get(CONTAINER_ANNOTATION + container.name().text()),
          container.securityContext().seccompProfile(),
          errors);
    }
  }

  private static void match(At annotation, SeccompProfile profile, Errors errors) {
    if (annotation.absent() || profile.absent()) {
      return;
    }
    String value = annotation.text();
    Path type = profile.type().path();
    boolean sameType =
        switch (profile.type().text()) {
          case "Unconfined" -> value.equals("unconfined");
          case "RuntimeDefault" ->
              value.equals("runtime/default") || value.equals("docker/default");
          case "Localhost" -> value.startsWith(LOCALHOST);
          default -> true;
        };
    if (!sameType) {
      errors.forbidden(type, "seccomp type in annotation and field must match");
    } else if (profile.type().text().equals("Localhost")) {
      At local = profile.localhostProfile();
      if (local.absent() || !value.substring(LOCALHOST.length()).equals(local.text())) {
        errors.forbidden(local.path(), "seccomp profile in annotation and field must match");
      }
    }
  }
}
