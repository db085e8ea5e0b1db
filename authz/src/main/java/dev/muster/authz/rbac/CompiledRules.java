package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of rules, ready for matching. Immutable; shared by all roles with the same rules. */
final class CompiledRules {
  private static final int SCAN_LIMIT = 3;

  private final CompiledRule[] rules;
  private final @Nullable ResourceTable byResource;

  CompiledRules(List<PolicyRule> source) {
    rules = source.stream().map(CompiledRule::new).toArray(CompiledRule[]::new);
    byResource =
        rules.length <= SCAN_LIMIT
            ? null
            : new ResourceTable(source.stream().map(PolicyRule::resources).toList());
  }

  int size() {
    return rules.length;
  }

  PolicyRule rule(int number) {
    return rules[number].rule();
  }

  /**
   * The number of a rule that allows the request, or -1.
   *
   * @param verb the bit of the request's verb
   * @param exact the joined hash of resource and subresource
   * @param anyParent the joined hash of {@code *} and subresource
   */
  int match(Attributes request, int verb, int exact, int anyParent) {
    ResourceTable table = byResource;
    if (table == null || !request.resourceRequest()) {
      return scan(request, verb);
    }
    int found =
        firstOf(table.listing(request.resource(), request.subresource(), exact), request, verb);
    if (found < 0 && !request.subresource().isEmpty()) {
      found = firstOf(table.listing("*", request.subresource(), anyParent), request, verb);
    }
    return found < 0 ? firstOf(table.listingAll(), request, verb) : found;
  }

  private int firstOf(int[] numbers, Attributes request, int verb) {
    for (int number : numbers) {
      if (rules[number].allowsOnResource(request, verb)) {
        return number;
      }
    }
    return -1;
  }

  private int scan(Attributes request, int verb) {
    for (int i = 0; i < rules.length; i++) {
      if (rules[i].allows(request, verb)) {
        return i;
      }
    }
    return -1;
  }
}
