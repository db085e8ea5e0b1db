package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.InternalForm;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.List;

/** Rules for one container's security context. */
public final class ContainerSecurity {
  private static final List<String> PROC_MOUNTS = List.of("Default", "Unmasked");

  private ContainerSecurity() {}

  /**
   * Checks a container's securityContext.
   *
   * @param spec the pod's spec, for what the container shares with it
   */
  public static void validate(Container container, PodSpec spec, Errors errors) {
    SecurityContext context = container.securityContext();
    boolean privileged = context.privileged().truth();
    Ids.validate(context.runAsUser(), errors);
    Ids.validate(context.runAsGroup(), errors);
    procMount(context.procMount(), spec, errors);
    Seccomp.validate(context.seccompProfile(), errors);
    if (!context.allowPrivilegeEscalation().optionalTruth().orElse(true)) {
      escalation(context, privileged, errors);
    }
    WindowsOptions.validate(context.windowsOptions(), errors);
    WindowsOptions.validateCredentials(context.windows(), errors);
    AppArmor.validate(context.appArmorProfile(), errors);
  }

  private static void procMount(At procMount, PodSpec spec, Errors errors) {
    if (procMount.absent()) {
      return;
    }
    if (!PROC_MOUNTS.contains(procMount.text())) {
      errors.unsupported(procMount, PROC_MOUNTS);
    }
    boolean hostUsers = spec.hostUsers().optionalTruth().orElse(true);
    if (hostUsers && procMount.text().equals("Unmasked")) {
      errors.invalid(procMount, "`hostUsers` must be false to use `Unmasked`");
    }
  }

  private static void escalation(SecurityContext context, boolean privileged, Errors errors) {
    if (privileged) {
      errors.invalid(
          context.at().path(),
          InternalForm.of("core.SecurityContext", context.tree()),
          "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
    for (String added : context.capabilities().add().texts()) {
      if (added.equals("CAP_SYS_ADMIN")) {
        errors.invalid(
            context.at().path(),
            InternalForm.of("core.SecurityContext", context.tree()),
            "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }
}
