package dev.muster.admission.psp;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Sysctl;
import java.util.List;
import java.util.Set;

/** The kernel parameters that pods may set: the safe ones, and what the policy says. */
record SysctlsStrategy(List<String> allowedUnsafe, List<String> forbidden) implements PodRule {
  /** Those that touch nobody but the pod itself. */
  private static final Set<String> SAFE =
      Set.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.ping_group_range",
          "net.ipv4.ip_unprivileged_port_start");

  @Override
  public void check(PodDraft pod, Errors errors) {
    int i = 0;
    Path at = Path.of("pod", "spec", "securityContext").child("sysctls");
    for (Sysctl sysctl : pod.context().sysctls()) {
      String name = dotted(sysctl.name().text());
      if (matches(forbidden, name)) {
        errors.forbidden(at.index(i), "sysctl " + GoText.quote(name) + " is not allowed");
      } else if (!SAFE.contains(name) && !matches(allowedUnsafe, name)) {
        errors.forbidden(at.index(i), "unsafe sysctl " + GoText.quote(name) + " is not allowed");
      }
      i++;
    }
  }

  private static boolean matches(List<String> patterns, String name) {
    return patterns.stream()
        .map(SysctlsStrategy::dotted)
        .anyMatch(
            p ->
                p.endsWith("*") ? name.startsWith(p.substring(0, p.length() - 1)) : name.equals(p));
  }

  /** {@code net/ipv4/conf/eth0.1/x} is {@code net.ipv4.conf.eth0/1.x}. */
  private static String dotted(String name) {
    int first = 0;
    while (first < name.length() && name.charAt(first) != '.' && name.charAt(first) != '/') {
      first++;
    }
    if (first == name.length() || name.charAt(first) == '.') {
      return name;
    }
    StringBuilder out = new StringBuilder(name.length());
    name.chars().forEach(c -> out.append(c == '/' ? '.' : c == '.' ? '/' : (char) c));
    return out.toString();
  }
}
