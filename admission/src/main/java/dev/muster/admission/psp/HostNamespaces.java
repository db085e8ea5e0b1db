package dev.muster.admission.psp;

import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicySpec;

/** Which of the host's namespaces a pod may share. */
record HostNamespaces(boolean network, boolean pid, boolean ipc) implements PodRule {

  static HostNamespaces of(PodSecurityPolicySpec spec) {
    return new HostNamespaces(
        spec.hostNetwork().truth(), spec.hostPID().truth(), spec.hostIPC().truth());
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    PodSpec spec = pod.spec();
    Path context = spec.securityContext().at().path();
    if (!network && spec.hostNetwork().truth()) {
      shared(context.child("hostNetwork"), "Host network", errors);
    }
    if (!pid && spec.hostPID().truth()) {
      shared(context.child("hostPID"), "Host PID", errors);
    }
    if (!ipc && spec.hostIPC().truth()) {
      shared(context.child("hostIPC"), "Host IPC", errors);
    }
  }

  private static void shared(Path at, String what, Errors errors) {
    errors.invalid(at, "true", what + " is not allowed to be used");
  }
}
