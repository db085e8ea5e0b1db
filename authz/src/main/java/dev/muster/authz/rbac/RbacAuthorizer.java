package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import java.util.ArrayList;

/** Mode RBAC: decides by the index's current snapshot, read once per request. */
public final class RbacAuthorizer implements Authorizer, RuleResolver {
  private final RbacIndex index;

  /** Decides by what the index holds at the moment of a request. */
  public RbacAuthorizer(RbacIndex index) {
    this.index = index;
  }

  @Override
  public Decision authorize(Attributes request) {
    return index.snapshot().authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    var resourceRules = new ArrayList<Rules.ResourceRule>();
    var nonResourceRules = new ArrayList<Rules.NonResourceRule>();
    var problems = new ArrayList<String>();
    for (HeldRole held : index.snapshot().heldBy(user, namespace)) {
      if (held.role().isEmpty()) {
        problems.add(RoleProblem.seenByAuthorizer(held.binding().roleRef()));
        continue;
      }
      for (PolicyRule rule : held.role().get().rules()) {
        if (!rule.resources().isEmpty()) {
          resourceRules.add(
              new Rules.ResourceRule(
                  rule.verbs(), rule.apiGroups(), rule.resources(), rule.resourceNames()));
        }
        if (!rule.nonResourceURLs().isEmpty()) {
          nonResourceRules.add(new Rules.NonResourceRule(rule.verbs(), rule.nonResourceURLs()));
        }
      }
    }
    return new Rules(resourceRules, nonResourceRules, false, Problems.join(problems));
  }
}
