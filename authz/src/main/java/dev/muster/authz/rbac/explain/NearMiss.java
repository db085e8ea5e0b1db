package dev.muster.authz.rbac.explain;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.base.go.GoText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A rule that nearly allows a request.
 *
 * @param binding what grants it to the user elsewhere, or to others; empty if nothing does
 */
public record NearMiss(
    Optional<AnyBinding> binding, AnyRole role, PolicyRule rule, List<Difference> differences) {
  static final Comparator<NearMiss> NEAREST_FIRST =
      Comparator.<NearMiss>comparingInt(miss -> miss.differences().size())
          .thenComparing(miss -> miss.differences().getFirst().kind())
          .thenComparingInt(NearMiss::lavishness)
          .thenComparingInt(miss -> miss.role().rules().size())
          .thenComparing(miss -> miss.role().key())
          .thenComparing(miss -> miss.binding().map(RbacObject::key).orElse(miss.role().key()));

  /** Roles of the system's own parts, and those that allow anything, are seldom what is wanted. */
  private int lavishness() {
    return (role.name().startsWith("system:") ? 1 : 0) + (rule.verbs().contains("*") ? 2 : 0);
  }

  public NearMiss {
    differences = List.copyOf(differences);
  }

  /** {@code Role "reader/default", bound by RoleBinding "read/default": verb ... is not in ...}. */
  public String describe() {
    String bound = binding.map(b -> ", bound by " + named(b)).orElse("");
    return named(role)
        + bound
        + ": "
        + String.join(", ", differences.stream().map(Difference::detail).toList());
  }

  private static String named(RbacObject object) {
    String place = object.namespace().isEmpty() ? "" : "/" + object.namespace();
    return object.key().kind().kind() + " " + GoText.quote(object.name() + place);
  }
}
