package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.InternalForm;
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
  public static void validate(At container, At spec, Errors errors) {
    At context = container.get("securityContext");
    boolean privileged = context.get("privileged").truth();
    Ids.validate(context.get("runAsUser"), errors);
    Ids.validate(context.get("runAsGroup"), errors);
    procMount(context.get("procMount"), spec, errors);
    Seccomp.validate(context.get("seccompProfile"), errors);
    if (!context.get("allowPrivilegeEscalation").optionalTruth().orElse(true)) {
      escalation(context, privileged, errors);
    }
    WindowsOptions.validate(context.get("windowsOptions"), errors);
    WindowsOptions.validateCredentials(context.get("windows"), errors);
    AppArmor.validate(context.get("appArmorProfile"), errors);
  }

  private static void procMount(At procMount, At spec, Errors errors) {
    if (procMount.absent()) {
      return;
    }
    if (!PROC_MOUNTS.contains(procMount.text())) {
      errors.unsupported(procMount, PROC_MOUNTS);
    }
    boolean hostUsers = spec.get("hostUsers").optionalTruth().orElse(true);
    if (hostUsers && procMount.text().equals("Unmasked")) {
      errors.invalid(procMount, "`hostUsers` must be false to use `Unmasked`");
    }
  }

  private static void escalation(At context, boolean privileged, Errors errors) {
    if (privileged) {
      errors.invalid(
          context.path(),
          InternalForm.of("core.SecurityContext", context.node()),
          "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
    for (String added : context.get("capabilities", "add").texts()) {
      if (added.equals("CAP_SYS_ADMIN")) {
        errors.invalid(
            context.path(),
            InternalForm.of("core.SecurityContext", context.node()),
            "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }
}
