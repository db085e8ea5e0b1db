package dev.muster.admission.podsecurity;

import dev.muster.kinds.features.KubeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The checks, and which of them a standard consists of. */
final class Standards {
  /** In the order in which violations are told: by level, then by id. */
  private static final List<Check> CHECKS =
      List.of(
          Check.baseline("appArmorProfile", Check.since(0, Profiles::appArmor)),
          Check.baseline("capabilities_baseline", Check.since(0, CapabilitiesCheck::baseline)),
          Check.baseline("hostNamespaces", Check.since(0, HostAccess::namespaces)),
          Check.baseline("hostPathVolumes", Check.since(0, VolumeTypes::hostPath)),
          Check.baseline("hostPorts", Check.since(0, HostAccess::ports)),
          Check.baseline("hostProbesAndHostLifecycle", Check.since(34, ProbeHosts::check)),
          Check.baseline("privileged", Check.since(0, Privileges::privileged)),
          Check.baseline(
              "procMount_baseline",
              Check.since(0, Privileges::procMount),
              Check.since(35, Privileges::procMountUnlessOwnUsers)),
          Check.baseline(
              "seLinuxOptions",
              Check.since(0, SeLinuxCheck.allowing(SeLinuxCheck.TYPES)),
              Check.since(31, SeLinuxCheck.allowing(SeLinuxCheck.TYPES_1_31))),
          Check.baseline(
              "seccompProfile_baseline",
              Check.since(0, Profiles::seccompAnnotations),
              Check.since(19, Profiles::seccompBaseline)),
          Check.baseline(
              "sysctls",
              Check.since(0, SysctlsCheck.allowing(SysctlsCheck.SAFE)),
              Check.since(27, SysctlsCheck.allowing(SysctlsCheck.SAFE_1_27)),
              Check.since(29, SysctlsCheck.allowing(SysctlsCheck.SAFE_1_29)),
              Check.since(32, SysctlsCheck.allowing(SysctlsCheck.SAFE_1_32))),
          Check.baseline("windowsHostProcess", Check.since(0, HostAccess::hostProcess)),
          Check.restricted(
              "allowPrivilegeEscalation",
              Check.since(8, Privileges::escalation),
              Check.since(25, unlessWindows(Privileges::escalation))),
          Check.restricted(
                  "capabilities_restricted",
                  Check.since(22, CapabilitiesCheck::restricted),
                  Check.since(25, unlessWindows(CapabilitiesCheck::restricted)))
              .replacing("capabilities_baseline"),
          Check.restricted("procMount_restricted", Check.since(35, Privileges::procMount)),
          Check.restricted("restrictedVolumes", Check.since(0, VolumeTypes::restricted))
              .replacing("hostPathVolumes"),
          Check.restricted(
              "runAsNonRoot",
              Check.since(0, RootUsers::nonRoot),
              Check.since(35, unlessOwnUsers(RootUsers::nonRoot))),
          Check.restricted(
              "runAsUser",
              Check.since(23, RootUsers::userZero),
              Check.since(35, unlessOwnUsers(RootUsers::userZero))),
          Check.restricted(
                  "seccompProfile_restricted",
                  Check.since(19, Profiles::seccompRestricted),
                  Check.since(25, unlessWindows(Profiles::seccompRestricted)))
              .replacing("seccompProfile_baseline"));

  private final int newest;

  /**
   * @param served the version that stands for the latest
   */
  Standards(KubeVersion served) {
    this.newest = served.minor();
  }

  private static Check.Rule unlessWindows(Check.Rule rule) {
    return pod -> pod.isForWindows() ? Optional.empty() : rule.check(pod);
  }

  private static Check.Rule unlessOwnUsers(Check.Rule rule) {
    return pod -> pod.hasUsersOfItsOwn() ? Optional.empty() : rule.check(pod);
  }

  /** What a pod does against a standard; nothing if it meets it. */
  List<Violation> violations(Standard standard, CheckedPod pod) {
    if (standard.asksNothing()) {
      return List.of();
    }
    int minor = Math.min(standard.version().minor(), newest);
    List<Check> asked =
        CHECKS.stream()
            .filter(c -> c.level().compareTo(standard.level()) <= 0 && c.in(minor).isPresent())
            .toList();
    Set<String> replaced = asked.stream().map(Check::replaces).collect(Collectors.toSet());
    List<Violation> found = new ArrayList<>();
    for (Check check : asked) {
      if (!replaced.contains(check.id())) {
        check.in(minor).flatMap(rule -> rule.check(pod)).ifPresent(found::add);
      }
    }
    return found;
  }
}
