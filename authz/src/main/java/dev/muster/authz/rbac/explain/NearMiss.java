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
  /** What the user has comes before what others have, and that before the system's own roles. */
  static final Comparator<NearMiss> NEAREST_FIRST =
      Comparator.comparingInt(NearMiss::distance)
          .thenComparingInt(miss -> miss.differences().size())
          .thenComparing(miss -> miss.differences().getFirst().kind())
          .thenComparing(miss -> miss.rule().verbs().contains("*"))
          .thenComparingInt(miss -> miss.role().rules().size())
          .thenComparing(miss -> miss.role().key())
          .thenComparing(miss -> miss.binding().map(RbacObject::key).orElse(miss.role().key()));

  public NearMiss {
    differences = List.copyOf(differences);
  }

  /** Whether the user has the role, so that only what it says or where it counts does not fit. */
  public boolean own() {
    return differences.stream().noneMatch(d -> d.kind() == Difference.Kind.SUBJECT);
  }

  private int distance() {
    if (own()) {
      return 0;
    }
    return isSystem(role) ? 2 : 1;
  }

  /** Whether it is one of those that Kubernetes' own parts have. */
  static boolean isSystem(RbacObject object) {
    return object.name().startsWith("system:");
  }

  /** {@code Role "reader/default", bound by RoleBinding "read/default": verb ... is not in ...}. */
  public String describe() {
    String bound = binding.map(b -> ", bound by " + named(b)).orElse("");
    return named(role)
        + bound
        + ": "
        + String.join(", ", differences.stream().map(Difference::detail).toList());
  }

  static String named(RbacObject object) {
    String place = object.namespace().isEmpty() ? "" : "/" + object.namespace();
    return object.key().kind().kind() + " " + GoText.quote(object.name() + place);
  }

  /** {@code all 3 rules of ClusterRole "janitor"}. */
  static String extent(AnyRole role) {
    int rules = role.rules().size();
    return (rules == 1 ? "the one rule of " : "all " + rules + " rules of ") + named(role);
  }
}
