package dev.muster.authz.rbac.escalation;

import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Compares what is held with what is to be granted, as if one verb on one thing at a time. The work
 * follows the sizes of the rules and the differences among their values, not the number of
 * combinations.
 */
public final class RuleCover {
  private final List<PolicyRule> held;
  private final EscalationEffort effort = new EscalationEffort();

  private RuleCover(List<PolicyRule> held) {
    this.held = held;
  }

  /**
   * The single permissions of {@code requested} that no rule of {@code held} covers, in order.
   *
   * @throws IllegalArgumentException when the two cannot be compared within reason
   */
  public static List<PolicyRule> missing(List<PolicyRule> held, List<PolicyRule> requested) {
    var missing = new ArrayList<PolicyRule>();
    try {
      each(held, requested, missing::add);
    } catch (EscalationEffort.SpentException e) {
      throw new IllegalArgumentException(e);
    }
    return missing;
  }

  /**
   * Shows each of them until one is declined.
   *
   * @throws EscalationEffort.SpentException when there are more combinations than can be compared
   */
  static void each(List<PolicyRule> held, List<PolicyRule> requested, Predicate<PolicyRule> taken) {
    var cover = new RuleCover(held.stream().distinct().toList());
    for (PolicyRule rule : requested) {
      if (!cover.resources(rule, taken) || !cover.urls(rule, taken)) {
        return;
      }
    }
  }

  private boolean resources(PolicyRule rule, Predicate<PolicyRule> taken) {
    if (rule.apiGroups().isEmpty() || rule.resources().isEmpty() || rule.verbs().isEmpty()) {
      return true;
    }
    var holdings = new Holdings(held, effort);
    var uncovered =
        new Uncovered(
            List.of(
                holdings.of(rule.apiGroups(), PolicyRule::apiGroups),
                holdings.ofResources(rule.resources()),
                holdings.of(rule.verbs(), PolicyRule::verbs),
                holdings.ofNames(rule.resourceNames())),
            effort);
    return uncovered.each(
        held.size(),
        at ->
            taken.test(
                new PolicyRule(
                    List.of(rule.verbs().get(at[2])),
                    List.of(rule.apiGroups().get(at[0])),
                    List.of(rule.resources().get(at[1])),
                    rule.resourceNames().isEmpty()
                        ? List.of()
                        : List.of(rule.resourceNames().get(at[3])),
                    List.of())));
  }

  private boolean urls(PolicyRule rule, Predicate<PolicyRule> taken) {
    if (rule.nonResourceURLs().isEmpty() || rule.verbs().isEmpty()) {
      return true;
    }
    var holdings = new Holdings(held, effort);
    var uncovered =
        new Uncovered(
            List.of(
                holdings.ofUrls(rule.nonResourceURLs()),
                holdings.of(rule.verbs(), PolicyRule::verbs)),
            effort);
    return uncovered.each(
        held.size(),
        at ->
            taken.test(
                PolicyRule.onUrls(
                    List.of(rule.nonResourceURLs().get(at[0])), List.of(rule.verbs().get(at[1])))));
  }
}
