package dev.muster.admission.gmsa;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SecurityContext;
import dev.muster.views.CoreV1.WindowsCredentials;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * What a security context says about Windows, whether it is the pod's or a container's.
 *
 * @param at the security context
 */
record WindowsContext(At at, WindowsCredentials windows, WindowsSecurityContextOptions options) {

  /** The pod's own, then those of its containers. */
  static List<WindowsContext> all(PodSpec spec) {
    List<WindowsContext> all = new ArrayList<>();
    PodSecurityContext ofPod = spec.securityContext();
    all.add(new WindowsContext(ofPod.at(), ofPod.windows(), ofPod.windowsOptions()));
    spec.initContainers().forEach(c -> all.add(of(c.securityContext())));
    spec.containers().forEach(c -> all.add(of(c.securityContext())));
    spec.ephemeralContainers().forEach(c -> all.add(of(c.securityContext())));
    return all;
  }

  private static WindowsContext of(SecurityContext context) {
    return new WindowsContext(context.at(), context.windows(), context.windowsOptions());
  }

  /** The field that it is, as {@code spec.containers[0].securityContext}. */
  String place() {
    return at.path().toString();
  }
}
