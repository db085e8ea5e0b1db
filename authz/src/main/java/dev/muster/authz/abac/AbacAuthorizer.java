package dev.muster.authz.abac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.util.List;

/** Mode ABAC: decides by the policy it was last given. Thread-safe. */
public final class AbacAuthorizer implements Authorizer, RuleResolver {
  private static final Decision NO_MATCH = new Decision.NoOpinion("No policy matched.", List.of());

  private volatile AbacPolicy policy;

  /** Decides by the lines of one policy. */
  public AbacAuthorizer(AbacPolicy policy) {
    this.policy = policy;
  }

  /** Every check that starts after this returns is decided by the new policy. */
  public void replace(AbacPolicy next) {
    policy = next;
  }

  @Override
  public Decision authorize(Attributes request) {
    return policy
        .find(request)
        .<Decision>map(line -> new Decision.Allow(line, ""))
        .orElse(NO_MATCH);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return policy.rulesFor(user, namespace);
  }
}
