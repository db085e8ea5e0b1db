package dev.muster.authz;

import java.util.ArrayList;
import java.util.List;

/** Everything the listed resolvers know, in their order; incomplete if any of them is. */
public final class UnionRuleResolver implements RuleResolver {
  private final List<RuleResolver> resolvers;

  /** The rules of all of them, in this order. */
  public UnionRuleResolver(List<? extends RuleResolver> resolvers) {
    this.resolvers = List.copyOf(resolvers);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    var resourceRules = new ArrayList<Rules.ResourceRule>();
    var nonResourceRules = new ArrayList<Rules.NonResourceRule>();
    var problems = new ArrayList<String>();
    boolean incomplete = false;
    for (RuleResolver resolver : resolvers) {
      Rules rules = resolver.rulesFor(user, namespace);
      resourceRules.addAll(rules.resourceRules());
      nonResourceRules.addAll(rules.nonResourceRules());
      incomplete |= rules.incomplete();
      if (!rules.evaluationError().isEmpty()) {
        problems.add(rules.evaluationError());
      }
    }
    return new Rules(resourceRules, nonResourceRules, incomplete, Problems.join(problems));
  }
}
