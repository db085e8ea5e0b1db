package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.SecurityContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of Linux capabilities. */
final class CapabilitiesCheck {
  private static final Set<String> USUAL =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");

  private static final Set<String> ADDABLE = Set.of("NET_BIND_SERVICE");

  private CapabilitiesCheck() {}

  static Optional<Violation> baseline(CheckedPod pod) {
    return adding(pod, USUAL).map(detail -> new Violation("non-default capabilities", detail));
  }

  static Optional<Violation> restricted(CheckedPod pod) {
    List<String> details = new ArrayList<>();
    List<String> keeping =
        pod.containersWith(c -> !c.capabilities().drop().texts().contains("ALL"));
    if (!keeping.isEmpty()) {
      details.add(
          Words.containers(keeping) + " must set securityContext.capabilities.drop=[\"ALL\"]");
    }
    adding(pod, ADDABLE).ifPresent(details::add);
    return details.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("unrestricted capabilities", String.join("; ", details)));
  }

  private static Optional<String> adding(CheckedPod pod, Set<String> allowed) {
    TreeSet<String> others = new TreeSet<>();
    List<String> bad =
        pod.containersWith(
            context -> {
              List<String> more = beyond(context, allowed);
              others.addAll(more);
              return !more.isEmpty();
            });
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Words.containers(bad)
                + " must not include "
                + Words.quoted(others)
                + " in securityContext.capabilities.add");
  }

  private static List<String> beyond(SecurityContext context, Set<String> allowed) {
    return context.capabilities().add().texts().stream()
        .filter(name -> !allowed.contains(name))
        .toList();
  }
}
