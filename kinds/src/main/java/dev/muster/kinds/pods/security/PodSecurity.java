package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.VolumeDevice;
import dev.muster.views.ViewList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules for what a pod as a whole asks of the host. For the real server's exact order among other
 * faults a pod spec's validator calls {@link #validateContext}, then (after the topology spread
 * constraints) {@link #validateHostProcess} and {@link #validateHostUsers}.
 */
public final class PodSecurity {
  private static final List<String> FS_GROUP_POLICIES = List.of("Always", "OnRootMismatch");
  private static final List<String> GROUP_POLICIES = List.of("Merge", "Strict");
  private static final List<String> SELINUX_POLICIES = List.of("Recursive");
  private static final String NOT_WITH_USER_NAMESPACE = "when `hostUsers` is false";

  private PodSecurity() {}

  /** Checks spec.securityContext. */
  public static void validateContext(PodSpec spec, Errors errors) {
    PodSecurityContext context = spec.securityContext();
    Ids.validate(context.fsGroup(), errors);
    Ids.validate(context.runAsUser(), errors);
    Ids.validate(context.runAsGroup(), errors);
    context.supplementalGroups().each().forEach(g -> Ids.validate(g, errors));
    if (spec.shareProcessNamespace().truth() && spec.hostPID().truth()) {
      errors.invalid(
          context.at().path().child("shareProcessNamespace"),
          "true",
          "ShareProcessNamespace and HostPID cannot both be enabled");
    }
    Sysctls.validate(spec, errors);
    oneOf(context.fsGroupChangePolicy(), FS_GROUP_POLICIES, errors);
    Seccomp.validate(context.seccompProfile(), errors);
    WindowsOptions.validate(context.windowsOptions(), errors);
    WindowsOptions.validateCredentials(context.windows(), errors);
    AppArmor.validate(context.appArmorProfile(), errors);
    oneOf(context.supplementalGroupsPolicy(), GROUP_POLICIES, errors);
    oneOf(context.seLinuxChangePolicy(), SELINUX_POLICIES, errors);
  }

  private static void oneOf(At value, List<String> supported, Errors errors) {
    if (value.present() && !supported.contains(value.text())) {
      errors.unsupported(value, supported);
    }
  }

  /** Checks Windows containers that run as processes of the host. */
  public static void validateHostProcess(PodSpec spec, Errors errors) {
    HostProcess.validate(spec, errors);
  }

  /** A pod with users of its own keeps away from the host's other namespaces and devices. */
  public static void validateHostUsers(PodSpec spec, Errors errors) {
    if (spec.hostUsers().optionalTruth().orElse(true)) {
      return;
    }
    Path at = spec.at().path();
    forbid(spec.hostNetwork(), at.child("hostNetwork"), errors);
    forbid(spec.hostPID(), at.child("HostPID"), errors);
    forbid(spec.hostIPC(), at.child("HostIPC"), errors);
    for (Container container : VisitedContainers.of(spec)) {
      ViewList<VolumeDevice> devices = container.volumeDevices();
      if (!devices.isEmpty()) {
        errors.forbidden(devices.at().path(), NOT_WITH_USER_NAMESPACE);
      }
    }
  }

  private static void forbid(At field, Path shownAs, Errors errors) {
    if (field.truth()) {
      errors.forbidden(shownAs, NOT_WITH_USER_NAMESPACE);
    }
  }

  /**
   * Removes supplementalGroupsPolicy, unless the old spec uses it. For a server that behaves as a
   * version in which the feature gate SupplementalGroupsPolicy is closed.
   */
  public static void dropSupplementalGroupsPolicy(MutablePodSpec spec, @Nullable PodSpec oldSpec) {
    boolean used =
        oldSpec != null && oldSpec.securityContext().supplementalGroupsPolicy().present();
    if (!used) {
      spec.securityContext().ifPresent(context -> context.supplementalGroupsPolicy().remove());
    }
  }

  /**
   * Takes over the supplementalGroupsPolicy that the old spec has from a newer version. For a
   * server that behaves as a version that does not know it: it cannot change it, and loses it when
   * it writes the object, as such a version does.
   */
  public static void keepSupplementalGroupsPolicy(MutablePodSpec spec, PodSpec oldSpec) {
    At stored = oldSpec.securityContext().supplementalGroupsPolicy();
    if (stored.present()) {
      spec.securityContext().ensure().supplementalGroupsPolicy().set(stored.node());
    }
  }

  /**
   * Says what {@link #dropSupplementalGroupsPolicy} will do, where that changes who a process is.
   */
  public static void warnOfDroppedPolicy(
      PodSpec spec, @Nullable PodSpec oldSpec, List<String> warnings) {
    At policy = spec.securityContext().supplementalGroupsPolicy();
    boolean used =
        oldSpec != null && oldSpec.securityContext().supplementalGroupsPolicy().present();
    if (!used && policy.present() && !policy.text().equals("Merge")) {
      warnings.add(
          policy.path()
              + ": dropped, because the feature gate SupplementalGroupsPolicy is off: processes"
              + " also get the groups that the image's /etc/group gives their user");
    }
  }

  /**
   * Finds privileged containers and such as run as the host's processes. For a server that allows
   * neither.
   */
  public static void forbidPrivileged(PodSpec spec, Errors errors) {
    for (Container container : VisitedContainers.of(spec)) {
      At privileged = container.securityContext().privileged();
      if (privileged.truth()) {
        errors.forbidden(privileged.path(), "disallowed by cluster policy");
      }
    }
    HostProcess.forbid(spec, errors);
  }

  /** Checks the annotations about seccomp and AppArmor; comes before the spec's rules. */
  public static void validateAnnotations(Pod pod, Errors errors) {
    validateAnnotations(pod.metadata().annotations(), pod.spec(), errors);
  }

  /**
   * As {@link #validateAnnotations(Pod, Errors)}, for annotations whose place is told otherwise.
   */
  public static void validateAnnotations(At annotations, PodSpec spec, Errors errors) {
    Seccomp.validateAnnotations(annotations, errors);
    AppArmorAnnotations.validate(annotations, spec, errors);
  }

  /** A new pod's annotations and fields must agree; comes after everything else. */
  public static void validateAnnotationsMatch(Pod pod, Errors errors) {
    Seccomp.validateMatch(pod, errors);
    AppArmorAnnotations.validateMatch(pod, errors);
  }

  /** AppArmor annotations are fixed; comes before {@link #validateAnnotations} on an update. */
  public static void validateAnnotationsUpdate(Pod pod, Pod old, Errors errors) {
    AppArmorAnnotations.validateUpdate(
        pod.metadata().annotations(), old.metadata().annotations(), errors);
  }
}
