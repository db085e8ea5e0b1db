package dev.muster.node.containers;

import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.AppArmorProfile;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.SELinuxOptions;
import dev.muster.views.CoreV1.SeccompProfile;
import dev.muster.views.CoreV1.SecurityContext;
import dev.muster.views.View;

/** A container's security context, with the pod's where it has none of its own. */
record Effective(PodSecurityContext pod, SecurityContext container) {
  static Effective of(Pod pod, ContainerSpec container) {
    return new Effective(pod.spec().securityContext(), container.securityContext());
  }

  At runAsUser() {
    return either(container.runAsUser(), pod.runAsUser());
  }

  At runAsGroup() {
    return either(container.runAsGroup(), pod.runAsGroup());
  }

  boolean runAsNonRoot() {
    return either(container.runAsNonRoot(), pod.runAsNonRoot()).truth();
  }

  SELinuxOptions seLinuxOptions() {
    return either(container.seLinuxOptions(), pod.seLinuxOptions());
  }

  SeccompProfile seccompProfile() {
    return either(container.seccompProfile(), pod.seccompProfile());
  }

  AppArmorProfile appArmorProfile() {
    return either(container.appArmorProfile(), pod.appArmorProfile());
  }

  /** Of the Windows options. */
  At runAsUserName() {
    return either(container.windowsOptions().runAsUserName(), pod.windowsOptions().runAsUserName());
  }

  /** Of the Windows options: whether it is a process of the node. */
  boolean hostProcess() {
    return either(container.windowsOptions().hostProcess(), pod.windowsOptions().hostProcess())
        .truth();
  }

  private static At either(At own, At ofPod) {
    return own.present() ? own : ofPod;
  }

  private static <V extends View> V either(V own, V ofPod) {
    return own.present() ? own : ofPod;
  }
}
