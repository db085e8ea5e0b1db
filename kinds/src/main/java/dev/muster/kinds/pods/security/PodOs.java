package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** The operating system a pod is for, and the fields that mean nothing on it. */
public final class PodOs {
  private static final List<String> KNOWN = List.of("linux", "windows");

  /** Fields of the spec that Windows has no meaning for, in the order of the messages. */
  private static final List<String> POD_LINUX_ONLY =
      List.of(
          "securityContext.appArmorProfile",
          "securityContext.seLinuxOptions",
          "hostUsers",
          "hostPID",
          "hostIPC",
          "securityContext.seccompProfile",
          "securityContext.fsGroup",
          "securityContext.fsGroupChangePolicy",
          "securityContext.sysctls",
          "shareProcessNamespace",
          "securityContext.runAsUser",
          "securityContext.runAsGroup",
          "securityContext.supplementalGroups",
          "securityContext.supplementalGroupsPolicy",
          "securityContext.seLinuxChangePolicy");

  private static final List<String> CONTAINER_LINUX_ONLY =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "capabilities",
          "readOnlyRootFilesystem",
          "privileged",
          "allowPrivilegeEscalation",
          "procMount",
          "runAsUser",
          "runAsGroup");

  private PodOs() {}

  /** Checks spec.os and, where it names a system, the rest of the spec against it. */
  public static void validate(At spec, Errors errors) {
    At os = spec.get("os");
    if (os.absent()) {
      return;
    }
    At name = os.get("name");
    switch (name.text()) {
      case "" -> errors.required(name.path(), "");
      case "linux" -> linux(spec, errors);
      case "windows" -> windows(spec, errors);
      default -> errors.unsupported(new At(name.node(), os.path()), KNOWN);
    }
  }

  private static void linux(At spec, Errors errors) {
    windowsOptions(spec, errors);
    VisitedContainers.of(spec).forEach(c -> windowsOptions(c, errors));
  }

  private static void windowsOptions(At holder, Errors errors) {
    for (String field : List.of("windowsOptions", "windows")) {
      At options = holder.get("securityContext", field);
      if (options.present()) {
        errors.forbidden(options.path(), "windows options cannot be set for a linux pod");
      }
    }
  }

  private static void windows(At spec, Errors errors) {
    for (String field : POD_LINUX_ONLY) {
      At at = spec;
      for (String step : field.split("\\.", -1)) {
        at = at.get(step);
      }
      forbid(at, errors);
    }
    for (At container : VisitedContainers.of(spec)) {
      CONTAINER_LINUX_ONLY.forEach(f -> forbid(container.get("securityContext", f), errors));
    }
  }

  private static void forbid(At field, Errors errors) {
    if (field.present()) {
      errors.forbidden(field.path(), "cannot be set for a windows pod");
    }
  }
}
