package dev.muster.authz.rbac.escalation;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.RoleProblem;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a user may write a role or a binding. To be asked on create and on every update,
 * before validation. What is held is always read from RBAC, even if another mode authorizes; the
 * verbs {@code escalate} and {@code bind} are asked of the given authorizer.
 */
public final class EscalationCheck {
  private static final EscalationVerdict PERMITTED = new EscalationVerdict.Permitted();
  private static final List<String> ALL = List.of("*");
  private static final List<PolicyRule> FULL_AUTHORITY =
      List.of(PolicyRule.on(ALL, ALL, ALL), PolicyRule.onUrls(ALL, ALL));

  private final RbacIndex index;
  private final Authorizer authorizer;

  /** Reads rules from the index; the authorizer decides on {@code escalate} and {@code bind}. */
  public EscalationCheck(RbacIndex index, Authorizer authorizer) {
    this.index = index;
    this.authorizer = authorizer;
  }

  /**
   * A role about to be written.
   *
   * @param namespace of the request, empty for a cluster role
   * @param requestName the name in the request's URL, empty when creating with POST
   * @param old the role it replaces, if any
   */
  public EscalationVerdict role(
      User user, String namespace, String requestName, AnyRole role, Optional<AnyRole> old) {
    RbacKind kind = role.key().kind();
    if (isMaster(user) || mayEscalate(user, kind, namespace, requestName)) {
      return PERMITTED;
    }
    RbacSnapshot policy = index.snapshot();
    Optional<String> refusal = refusal(policy, user, namespace, role.rules(), kind);
    if (refusal.isPresent()) {
      return new EscalationVerdict.Forbidden(refusal.get());
    }
    boolean aggregates = aggregates(role) || old.filter(EscalationCheck::aggregates).isPresent();
    if (aggregates && refusal(policy, user, namespace, FULL_AUTHORITY, kind).isPresent()) {
      return new EscalationVerdict.Forbidden(
          "must have cluster-admin privileges to use the aggregationRule");
    }
    return PERMITTED;
  }

  /**
   * A binding about to be written.
   *
   * @param namespace of the request, empty for a cluster role binding
   */
  public EscalationVerdict binding(User user, String namespace, AnyBinding binding) {
    RoleRef ref = binding.roleRef();
    if (isMaster(user) || mayBind(user, ref, namespace)) {
      return PERMITTED;
    }
    RbacKind kind = binding.key().kind();
    RbacSnapshot policy = index.snapshot();
    if (!ref.kind().equals(RoleRef.ROLE) && !ref.kind().equals(RoleRef.CLUSTER_ROLE)) {
      return new EscalationVerdict.BadReference(RoleProblem.seenByWrite(kind, ref));
    }
    Optional<AnyRole> role = policy.role(ref, namespace);
    if (role.isEmpty()) {
      return new EscalationVerdict.RoleNotFound(ref.name());
    }
    return refusal(policy, user, namespace, role.get().rules(), kind)
        .<EscalationVerdict>map(EscalationVerdict.Forbidden::new)
        .orElse(PERMITTED);
  }

  /**
   * Why the user may not grant these rules in the namespace (empty for the cluster); empty if all
   * of them are held. Knows nothing of {@code escalate}, {@code bind} and {@code system:masters}.
   *
   * @param written the kind of object being written, which names missing roles in the message
   */
  public Optional<String> refusal(
      User user, String namespace, List<PolicyRule> rules, RbacKind written) {
    return refusal(index.snapshot(), user, namespace, rules, written);
  }

  private static Optional<String> refusal(
      RbacSnapshot policy, User user, String namespace, List<PolicyRule> rules, RbacKind written) {
    var held = new ArrayList<PolicyRule>();
    var problems = new ArrayList<String>();
    for (HeldRole grant : policy.heldBy(user, namespace)) {
      grant
          .role()
          .ifPresentOrElse(
              role -> held.addAll(role.rules()),
              () -> problems.add(RoleProblem.seenByWrite(written, grant.binding().roleRef())));
    }
    var missing = new MissingRules();
    try {
      RuleCover.each(held, rules, missing::add);
    } catch (EscalationEffort.SpentException e) {
      return Optional.of(
          "user %s is attempting to grant more combinations of permissions than can be compared with those held"
              .formatted(GoText.quote(user.name())));
    }
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    String message =
        "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
            .formatted(GoText.quote(user.name()), GoText.list(user.groups()), missing.describe());
    return Optional.of(
        problems.isEmpty()
            ? message
            : message + "; resolution errors: [" + Problems.join(problems) + "]");
  }

  private static boolean isMaster(User user) {
    return user.groups().contains(User.MASTERS);
  }

  private boolean mayEscalate(User user, RbacKind kind, String namespace, String requestName) {
    return authorizer
        .authorize(
            Attributes.resource(
                user,
                "escalate",
                RoleRef.API_GROUP,
                "*",
                kind.resource(),
                "",
                namespace,
                requestName))
        .allowed();
  }

  private boolean mayBind(User user, RoleRef ref, String namespace) {
    RbacKind kind =
        switch (ref.kind()) {
          case RoleRef.ROLE -> RbacKind.ROLE;
          case RoleRef.CLUSTER_ROLE -> RbacKind.CLUSTER_ROLE;
          default -> null;
        };
    return kind != null
        && authorizer
            .authorize(
                Attributes.resource(
                    user, "bind", ref.apiGroup(), "*", kind.resource(), "", namespace, ref.name()))
            .allowed();
  }

  private static boolean aggregates(AnyRole role) {
    return role instanceof ClusterRole cluster && !cluster.aggregation().isEmpty();
  }
}
