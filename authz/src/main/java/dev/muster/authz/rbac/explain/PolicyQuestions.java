package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacOverview;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/** Questions about one policy. Thread-safe. */
public final class PolicyQuestions {
  private final RbacSnapshot policy;

  /** Answers for the policy as it was at one moment. */
  public PolicyQuestions(RbacSnapshot policy) {
    this.policy = policy;
  }

  /** Why the request is allowed or refused. */
  public Explanation why(Attributes request) {
    return switch (policy.authorize(request)) {
      case Decision.Allow allow -> new Explanation.Allowed(grants((RbacGrant) allow.by(), request));
      case Decision.Deny deny -> refused(request);
      case Decision.NoOpinion none -> refused(request);
    };
  }

  private List<RbacGrant> grants(RbacGrant first, Attributes request) {
    SequencedSet<RbacGrant> all = new LinkedHashSet<>();
    all.add(first);
    for (HeldRole held : heldBy(request)) {
      held.role()
          .flatMap(role -> allowing(role, request))
          .map(
              rule ->
                  new RbacGrant(held.binding(), held.subject(), held.role().orElseThrow(), rule))
          .filter(grant -> !grant.binding().equals(first.binding()))
          .ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  private Explanation refused(Attributes request) {
    List<String> problems = new ArrayList<>();
    for (HeldRole held : heldBy(request)) {
      if (held.role().isEmpty()) {
        problems.add(
            "%s \"%s\" refers to %s \"%s\", which does not exist"
                .formatted(
                    held.binding().key().kind().kind(),
                    held.binding().name(),
                    held.binding().roleRef().kind(),
                    held.binding().roleRef().name()));
      }
    }
    BoundRoles roles = new BoundRoles(policy, request);
    return new Explanation.Refused(
        NearMisses.of(roles, request),
        SmallestGrant.of(request),
        Fixes.of(roles, request),
        problems);
  }

  private List<HeldRole> heldBy(Attributes request) {
    return policy.heldBy(request.user(), request.resourceRequest() ? request.namespace() : "");
  }

  /** The namespaces in which something is bound to the user, by name. */
  public List<String> namespacesOf(User user) {
    return List.copyOf(policy.namespacesOf(user));
  }

  /**
   * Everyone whom the policy allows the request, whoever its user is: first groups, then users,
   * then service accounts.
   */
  public List<Grantee> whoCan(Attributes request) {
    RbacOverview overview = policy.overview();
    String namespace = request.resourceRequest() ? request.namespace() : "";
    WhoCan found = new WhoCan();
    for (AnyRole role : overview.rolesIn("")) {
      allowing(role, request)
          .ifPresent(
              rule -> {
                found.add(overview.bindings(role, ""), role, rule);
                if (!namespace.isEmpty()) {
                  found.add(overview.bindings(role, namespace), role, rule);
                }
              });
    }
    if (!namespace.isEmpty()) {
      for (AnyRole role : overview.rolesIn(namespace)) {
        allowing(role, request)
            .ifPresent(rule -> found.add(overview.bindings(role, namespace), role, rule));
      }
    }
    return found.grantees();
  }

  /** The same in whichever namespace: with every binding, wherever it counts. */
  public List<Grantee> whoCanAnywhere(Attributes request) {
    if (!request.resourceRequest()) {
      return whoCan(request);
    }
    RbacOverview overview = policy.overview();
    WhoCan found = new WhoCan();
    for (List<AnyRole> roles : overview.roles()) {
      for (AnyRole role : roles) {
        allowing(role, request)
            .ifPresent(
                rule ->
                    overview
                        .bindings(role)
                        .forEach((scope, bindings) -> found.add(bindings, role, rule)));
      }
    }
    return found.grantees();
  }

  private static Optional<PolicyRule> allowing(AnyRole role, Attributes request) {
    return role.rules().stream().filter(rule -> Difference.none(rule, request)).findFirst();
  }
}
