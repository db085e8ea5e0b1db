package dev.muster.authz.rbac.defaults;

import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.Subject;
import dev.muster.authz.rbac.escalation.RuleCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a start does about one default object: creates it, adds what is missing from it, or leaves
 * it alone. Permissions and subjects that were added by others stay.
 */
public sealed interface Reconciliation {

  /** On a stored object, the value {@code "false"} protects it from changes at start. */
  String AUTO_UPDATE = "rbac.authorization.kubernetes.io/autoupdate";

  /** Nothing to do: complete, or protected. */
  record Leave() implements Reconciliation {}

  /** Store this object, of which there is none yet. */
  record Create(RbacObject object) implements Reconciliation {}

  /** Replace the stored object by this one. */
  record Update(RbacObject object) implements Reconciliation {}

  /** Delete the stored binding, whose immutable role reference differs, and create this one. */
  record Recreate(RbacObject object) implements Reconciliation {}

  /**
   * What to do about one default object.
   *
   * @param stored the object of the same kind and name, if there is one
   */
  static Reconciliation of(Optional<RbacObject> stored, RbacObject expected) {
    if (stored.isEmpty()) {
      return new Create(expected);
    }
    RbacObject old = stored.get();
    if (!old.key().equals(expected.key())) {
      throw new IllegalArgumentException(old.key() + " is not " + expected.key());
    }
    if ("false".equals(old.metadata().annotations().get(AUTO_UPDATE))) {
      return new Leave();
    }
    if (old instanceof AnyBinding a
        && expected instanceof AnyBinding b
        && !a.roleRef().equals(b.roleRef())) {
      return new Recreate(expected);
    }
    RbacObject completed = complete(old, expected);
    return completed.equals(old) ? new Leave() : new Update(completed);
  }

  private static RbacObject complete(RbacObject old, RbacObject expected) {
    Metadata metadata = complete(old.metadata(), expected.metadata());
    return switch (old) {
      case Role role -> new Role(metadata, rules(role, (Role) expected));
      case ClusterRole role -> {
        ClusterRole wanted = (ClusterRole) expected;
        yield wanted.aggregation().isEmpty()
            ? new ClusterRole(metadata, rules(role, wanted), List.of())
            : new ClusterRole(metadata, role.rules(), selectors(role, wanted));
      }
      case RoleBinding binding ->
          new RoleBinding(metadata, subjects(binding, (RoleBinding) expected), binding.roleRef());
      case ClusterRoleBinding binding ->
          new ClusterRoleBinding(
              metadata, subjects(binding, (ClusterRoleBinding) expected), binding.roleRef());
    };
  }

  private static Metadata complete(Metadata old, Metadata expected) {
    return new Metadata(
        old.namespace(),
        old.name(),
        merged(expected.labels(), old.labels()),
        merged(expected.annotations(), old.annotations()));
  }

  private static Map<String, String> merged(Map<String, String> base, Map<String, String> wins) {
    Map<String, String> all = new TreeMap<>(base);
    all.putAll(wins);
    return all;
  }

  private static List<PolicyRule> rules(AnyRole old, AnyRole expected) {
    var rules = new ArrayList<>(old.rules());
    rules.addAll(RuleCover.missing(old.rules(), expected.rules()));
    return rules;
  }

  private static List<AggregationSelector> selectors(ClusterRole old, ClusterRole expected) {
    var selectors = new ArrayList<>(old.aggregation());
    expected.aggregation().stream().filter(s -> !selectors.contains(s)).forEach(selectors::add);
    return selectors;
  }

  private static List<Subject> subjects(AnyBinding old, AnyBinding expected) {
    var subjects = new ArrayList<>(old.subjects());
    expected.subjects().stream().filter(s -> !subjects.contains(s)).forEach(subjects::add);
    return subjects;
  }
}
