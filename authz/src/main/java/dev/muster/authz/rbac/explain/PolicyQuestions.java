package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;

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
    return policy.namespacesOf(user);
  }

  /**
   * Everyone whom the policy allows the request, whoever its user is: first groups, then users,
   * then service accounts.
   */
  public List<Grantee> whoCan(Attributes request) {
    List<AnyBinding> counting = new ArrayList<>(policy.contents().in(""));
    if (request.resourceRequest() && !request.namespace().isEmpty()) {
      counting.addAll(policy.contents().in(request.namespace()));
    }
    return whoCan(request, counting);
  }

  /** The same in whichever namespace: with every binding, wherever it counts. */
  public List<Grantee> whoCanAnywhere(Attributes request) {
    if (!request.resourceRequest()) {
      return whoCan(request, policy.contents().in(""));
    }
    List<AnyBinding> counting = new ArrayList<>();
    for (AnyRole role : policy.contents().roles()) {
      if (allowing(role, request).isPresent()) {
        counting.addAll(policy.contents().of(role));
      }
    }
    return whoCan(request, counting);
  }

  private List<Grantee> whoCan(Attributes request, List<AnyBinding> counting) {
    Map<Subject, List<RbacGrant>> found = new TreeMap<>(Grantee.ORDER);
    IdentityHashMap<AnyRole, Optional<PolicyRule>> matched = new IdentityHashMap<>();
    for (AnyBinding binding : counting) {
      Optional<AnyRole> role = policy.role(binding.roleRef(), binding.namespace());
      Optional<PolicyRule> rule =
          role.flatMap(r -> matched.computeIfAbsent(r, one -> allowing(one, request)));
      if (rule.isEmpty()) {
        continue;
      }
      for (Subject subject : binding.subjects()) {
        Grantee.standingAlone(subject, binding.namespace())
            .ifPresent(
                alone ->
                    found
                        .computeIfAbsent(alone, a -> new ArrayList<>())
                        .add(new RbacGrant(binding, subject, role.orElseThrow(), rule.get())));
      }
    }
    List<Grantee> all = new ArrayList<>();
    found.forEach(
        (subject, grants) -> {
          grants.sort((a, b) -> a.binding().key().compareTo(b.binding().key()));
          all.add(new Grantee(subject, grants));
        });
    return all;
  }

  private static Optional<PolicyRule> allowing(AnyRole role, Attributes request) {
    return role.rules().stream()
        .filter(rule -> Difference.between(rule, request).isEmpty())
        .findFirst();
  }
}
