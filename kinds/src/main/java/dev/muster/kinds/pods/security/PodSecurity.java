package dev.muster.kinds.pods.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules for what a pod as a whole asks of the host. A pod spec's validator that wants the real
 * server's exact order among other faults calls {@link #validateContext}, then (after the topology
 * spread constraints) {@link #validateHostProcess} and {@link #validateHostUsers}; {@link
 * #validatePod} is all three.
 */
public final class PodSecurity {
  private static final List<String> FS_GROUP_POLICIES = List.of("Always", "OnRootMismatch");
  private static final List<String> GROUP_POLICIES = List.of("Merge", "Strict");
  private static final List<String> SELINUX_POLICIES = List.of("Recursive");
  private static final String NOT_WITH_USER_NAMESPACE = "when `hostUsers` is false";

  private PodSecurity() {}

  public static void validatePod(At spec, Errors errors) {
    validateContext(spec, errors);
    validateHostProcess(spec, errors);
    validateHostUsers(spec, errors);
  }

  /** Checks spec.securityContext. */
  public static void validateContext(At spec, Errors errors) {
    At context = spec.get("securityContext");
    Ids.validate(context.get("fsGroup"), errors);
    Ids.validate(context.get("runAsUser"), errors);
    Ids.validate(context.get("runAsGroup"), errors);
    context.get("supplementalGroups").each().forEach(g -> Ids.validate(g, errors));
    if (spec.get("shareProcessNamespace").truth() && spec.get("hostPID").truth()) {
      errors.invalid(
          context.path().child("shareProcessNamespace"),
          "true",
          "ShareProcessNamespace and HostPID cannot both be enabled");
    }
    Sysctls.validate(spec, errors);
    oneOf(context.get("fsGroupChangePolicy"), FS_GROUP_POLICIES, errors);
    Seccomp.validate(context.get("seccompProfile"), errors);
    WindowsOptions.validate(context.get("windowsOptions"), errors);
    WindowsOptions.validateCredentials(context.get("windows"), errors);
    AppArmor.validate(context.get("appArmorProfile"), errors);
    oneOf(context.get("supplementalGroupsPolicy"), GROUP_POLICIES, errors);
    oneOf(context.get("seLinuxChangePolicy"), SELINUX_POLICIES, errors);
  }

  private static void oneOf(At value, List<String> supported, Errors errors) {
    if (value.present() && !supported.contains(value.text())) {
      errors.unsupported(value, supported);
    }
  }

  /** Checks Windows containers that run as processes of the host. */
  public static void validateHostProcess(At spec, Errors errors) {
    HostProcess.validate(spec, errors);
  }

  /** A pod with users of its own keeps away from the host's other namespaces and devices. */
  public static void validateHostUsers(At spec, Errors errors) {
    if (spec.get("hostUsers").optionalTruth().orElse(true)) {
      return;
    }
    forbid(spec, "hostNetwork", "hostNetwork", errors);
    forbid(spec, "hostPID", "HostPID", errors);
    forbid(spec, "hostIPC", "HostIPC", errors);
    for (At container : VisitedContainers.of(spec)) {
      At devices = container.get("volumeDevices");
      if (!devices.empty()) {
        errors.forbidden(devices.path(), NOT_WITH_USER_NAMESPACE);
      }
    }
  }

  private static void forbid(At spec, String field, String shownAs, Errors errors) {
    if (spec.get(field).truth()) {
      errors.forbidden(spec.path().child(shownAs), NOT_WITH_USER_NAMESPACE);
    }
  }

  /**
   * Removes supplementalGroupsPolicy, unless the old spec uses it. For a server that behaves as a
   * version in which the feature gate SupplementalGroupsPolicy is closed.
   */
  public static void dropSupplementalGroupsPolicy(ObjectNode spec, @Nullable ObjectNode oldSpec) {
    boolean used =
        oldSpec != null && oldSpec.path("securityContext").has("supplementalGroupsPolicy");
    if (!used && spec.get("securityContext") instanceof ObjectNode context) {
      context.remove("supplementalGroupsPolicy");
    }
  }

  /**
   * Takes over the supplementalGroupsPolicy that the old spec has from a newer version. For a
   * server that behaves as a version that does not know it: it cannot change it, and loses it when
   * it writes the object, as such a version does.
   */
  public static void keepSupplementalGroupsPolicy(ObjectNode spec, ObjectNode oldSpec) {
    JsonNode stored = oldSpec.path("securityContext").path("supplementalGroupsPolicy");
    if (!stored.isMissingNode()) {
      spec.withObjectProperty("securityContext").set("supplementalGroupsPolicy", stored);
    }
  }

  /**
   * Says what {@link #dropSupplementalGroupsPolicy} will do, where that changes who a process is.
   */
  public static void warnOfDroppedPolicy(
      At spec, @Nullable ObjectNode oldSpec, List<String> warnings) {
    At policy = spec.get("securityContext").get("supplementalGroupsPolicy");
    boolean used =
        oldSpec != null && oldSpec.path("securityContext").has("supplementalGroupsPolicy");
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
  public static void forbidPrivileged(At spec, Errors errors) {
    for (At container : VisitedContainers.of(spec)) {
      At privileged = container.get("securityContext", "privileged");
      if (privileged.truth()) {
        errors.forbidden(privileged.path(), "disallowed by cluster policy");
      }
    }
    HostProcess.forbid(spec, errors);
  }

  /** Checks the annotations about seccomp and AppArmor; comes before the spec's rules. */
  public static void validateAnnotations(At pod, Errors errors) {
    validateAnnotations(pod.get("metadata", "annotations"), pod.get("spec"), errors);
  }

  /** As {@link #validateAnnotations(At, Errors)}, for annotations whose place is told otherwise. */
  public static void validateAnnotations(At annotations, At spec, Errors errors) {
    Seccomp.validateAnnotations(annotations, errors);
    AppArmorAnnotations.validate(annotations, spec, errors);
  }

  /** A new pod's annotations and fields must agree; comes after everything else. */
  public static void validateAnnotationsMatch(At pod, Errors errors) {
    Seccomp.validateMatch(pod, errors);
    AppArmorAnnotations.validateMatch(pod, errors);
  }

  /** AppArmor annotations are fixed; comes before {@link #validateAnnotations} on an update. */
  public static void validateAnnotationsUpdate(At pod, At old, Errors errors) {
    AppArmorAnnotations.validateUpdate(
        pod.get("metadata", "annotations"), old.get("metadata", "annotations"), errors);
  }
}
