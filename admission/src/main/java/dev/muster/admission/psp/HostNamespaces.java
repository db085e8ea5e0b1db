package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Which of the host's namespaces a pod may share. */
record HostNamespaces(boolean network, boolean pid, boolean ipc) implements PodRule {

  static HostNamespaces of(At spec) {
    return new HostNamespaces(
        spec.get("hostNetwork").truth(), spec.get("hostPID").truth(), spec.get("hostIPC").truth());
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    check(network, pod, "hostNetwork", "Host network is not allowed to be used", errors);
    check(pid, pod, "hostPID", "Host PID is not allowed to be used", errors);
    check(ipc, pod, "hostIPC", "Host IPC is not allowed to be used", errors);
  }

  private static void check(
      boolean allowed, PodDraft pod, String field, String why, Errors errors) {
    if (!allowed && pod.spec().get(field).truth()) {
      errors.invalid(pod.context().path().child(field), "true", why);
    }
  }
}
