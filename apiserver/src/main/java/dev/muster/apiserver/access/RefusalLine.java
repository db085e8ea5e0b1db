package dev.muster.apiserver.access;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.base.go.GoText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a request is refused, for the audit log: one line, whose cost does not grow with the policy.
 */
final class RefusalLine {
  private static final int LONGEST = 500;
  private static final int SHOWN = 3;

  private RefusalLine() {}

  static String of(Attributes request, Decision decision, PolicyAt policy, boolean byRole) {
    return OneLine.of(text(request, decision, policy, byRole), LONGEST);
  }

  private static String text(
      Attributes request, Decision decision, PolicyAt policy, boolean byRole) {
    if (decision instanceof Decision.Deny) {
      return "an authorizer denies it"
          + (decision.reason().isEmpty() ? "" : ": " + decision.reason());
    }
    if (!byRole) {
      return "no authorizer allows it";
    }
    String namespace = request.resourceRequest() ? request.namespace() : "";
    List<HeldRole> held = policy.policy().someHeldBy(request.user(), namespace, SHOWN + 1);
    String where =
        namespace.isEmpty()
            ? "in the whole cluster"
            : "in namespace " + GoText.quote(namespace) + " or in the whole cluster";
    if (held.isEmpty()) {
      return "nothing is bound to the user " + where;
    }
    String shown =
        held.stream()
            .limit(SHOWN)
            .map(HeldRole::binding)
            .map(RefusalLine::named)
            .distinct()
            .collect(Collectors.joining(", "));
    return "no role that is bound to the user "
        + where
        + " allows it: looked at "
        + shown
        + (held.size() > SHOWN ? " and more" : "");
  }

  private static String named(AnyBinding binding) {
    return binding.key().kind().kind() + " " + GoText.quote(binding.name());
  }
}
