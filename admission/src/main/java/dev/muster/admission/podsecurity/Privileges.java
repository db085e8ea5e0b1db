package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Checks of what containers may do beyond others. */
final class Privileges {
  private Privileges() {}

  static Optional<Violation> privileged(CheckedPod pod) {
    List<String> bad = pod.containersWith(c -> c.privileged().truth());
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "privileged",
                Words.containers(bad) + " must not set securityContext.privileged=true"));
  }

  static Optional<Violation> escalation(CheckedPod pod) {
    List<String> bad =
        pod.containersWith(c -> c.allowPrivilegeEscalation().optionalTruth().orElse(true));
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "allowPrivilegeEscalation != false",
                Words.containers(bad)
                    + " must set securityContext.allowPrivilegeEscalation=false"));
  }

  static Optional<Violation> procMount(CheckedPod pod) {
    List<String> bad = pod.containersWith(Privileges::showsMore);
    if (bad.isEmpty()) {
      return Optional.empty();
    }
    TreeSet<String> types = new TreeSet<>();
    pod.containers().stream()
        .map(Container::securityContext)
        .filter(Privileges::showsMore)
        .forEach(c -> types.add(c.procMount().text()));
    return Optional.of(
        new Violation(
            "procMount",
            Words.containers(bad)
                + " must not set securityContext.procMount to "
                + Words.quoted(types)));
  }

  private static boolean showsMore(SecurityContext context) {
    return context.procMount().present() && !context.procMount().text().equals("Default");
  }

  static Optional<Violation> procMountUnlessOwnUsers(CheckedPod pod) {
    return pod.hasUsersOfItsOwn() ? Optional.empty() : procMount(pod);
  }
}
