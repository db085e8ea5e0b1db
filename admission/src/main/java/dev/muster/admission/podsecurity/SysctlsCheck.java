package dev.muster.admission.podsecurity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Check of kernel parameters: only such as touch nobody but the pod. */
record SysctlsCheck(Set<String> safe) implements Check.Rule {
  static final Set<String> SAFE =
      Set.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.ping_group_range",
          "net.ipv4.ip_unprivileged_port_start");
  static final Set<String> SAFE_1_27 = and(SAFE, "net.ipv4.ip_local_reserved_ports");
  static final Set<String> SAFE_1_29 =
      and(
          SAFE_1_27,
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_fin_timeout",
          "net.ipv4.tcp_keepalive_intvl",
          "net.ipv4.tcp_keepalive_probes");
  static final Set<String> SAFE_1_32 = and(SAFE_1_29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem");

  static Check.Rule allowing(Set<String> names) {
    return new SysctlsCheck(names);
  }

  private static Set<String> and(Set<String> earlier, String... more) {
    return Stream.concat(earlier.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Optional<Violation> check(CheckedPod pod) {
    List<String> bad =
        pod.context().sysctls().stream()
            .map(s -> s.name().text())
            .filter(name -> !safe.contains(name))
            .toList();
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("forbidden sysctls", String.join(", ", bad)));
  }
}
