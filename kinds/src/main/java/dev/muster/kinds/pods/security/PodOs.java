package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodOS;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SecurityContext;
import dev.muster.views.CoreV1.WindowsCredentials;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import dev.muster.views.View;
import java.util.List;

/** The operating system a pod is for, and the fields that mean nothing on it. */
public final class PodOs {
  private static final List<String> KNOWN = List.of("linux", "windows");

  private PodOs() {}

  /** Checks spec.os and, where it names a system, the rest of the spec against it. */
  public static void validate(PodSpec spec, Errors errors) {
    PodOS os = spec.os();
    if (os.absent()) {
      return;
    }
    At name = os.name();
    switch (name.text()) {
      case "" -> errors.required(name.path(), "");
      case "linux" -> linux(spec, errors);
      case "windows" -> windows(spec, errors);
      default -> errors.unsupported(new At(name.node(), os.at().path()), KNOWN);
    }
  }

  private static void linux(PodSpec spec, Errors errors) {
    PodSecurityContext context = spec.securityContext();
    noWindows(context.windowsOptions(), context.windows(), errors);
    for (Container container : VisitedContainers.of(spec)) {
      SecurityContext own = container.securityContext();
      noWindows(own.windowsOptions(), own.windows(), errors);
    }
  }

  private static void noWindows(
      WindowsSecurityContextOptions options, WindowsCredentials credentials, Errors errors) {
    for (View given : List.of(options, credentials)) {
      if (given.present()) {
        errors.forbidden(given.at().path(), "windows options cannot be set for a linux pod");
      }
    }
  }

  private static void windows(PodSpec spec, Errors errors) {
    linuxOnly(spec).forEach(field -> forbid(field, errors));
    for (Container container : VisitedContainers.of(spec)) {
      linuxOnly(container.securityContext()).forEach(field -> forbid(field, errors));
    }
  }

  /** Fields of the spec that Windows has no meaning for, in the order of the messages. */
  private static List<At> linuxOnly(PodSpec spec) {
    PodSecurityContext context = spec.securityContext();
    return List.of(
        context.appArmorProfile().at(),
        context.seLinuxOptions().at(),
        spec.hostUsers(),
        spec.hostPID(),
        spec.hostIPC(),
        context.seccompProfile().at(),
        context.fsGroup(),
        context.fsGroupChangePolicy(),
        context.sysctls().at(),
        spec.shareProcessNamespace(),
        context.runAsUser(),
        context.runAsGroup(),
        context.supplementalGroups(),
        context.supplementalGroupsPolicy(),
        context.seLinuxChangePolicy());
  }

  /** Fields of a container that Windows has no meaning for, in the order of the messages. */
  private static List<At> linuxOnly(SecurityContext context) {
    return List.of(
        context.appArmorProfile().at(),
        context.seLinuxOptions().at(),
        context.seccompProfile().at(),
        context.capabilities().at(),
        context.readOnlyRootFilesystem(),
        context.privileged(),
        context.allowPrivilegeEscalation(),
        context.procMount(),
        context.runAsUser(),
        context.runAsGroup());
  }

  private static void forbid(At field, Errors errors) {
    if (field.present()) {
      errors.forbidden(field.path(), "cannot be set for a windows pod");
    }
  }
}
