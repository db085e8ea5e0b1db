package dev.muster.authz.rbac;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiled rules by content, so that a thousand namespaces with the same role share one copy that
 * stays in the processor's cache. The writer's own bookkeeping: not thread-safe.
 */
final class RuleSets {
  private final Map<Content, Entry> entries = new HashMap<>();

  CompiledRules acquire(List<PolicyRule> rules) {
    Entry entry = entries.computeIfAbsent(new Content(rules), key -> new Entry(rules));
    entry.users++;
    return entry.compiled;
  }

  void release(List<PolicyRule> rules) {
    Content content = new Content(rules);
    Entry entry = entries.get(content);
    if (entry != null && --entry.users == 0) {
      entries.remove(content);
    }
  }

  /** Ordered, so that rules that hash alike are found as quickly. */
  private record Content(List<PolicyRule> rules) implements Comparable<Content> {
    @Override
    public int compareTo(Content other) {
      return PolicyRule.compare(rules, other.rules);
    }
  }

  private static final class Entry {
    final CompiledRules compiled;
    int users;

    Entry(List<PolicyRule> rules) {
      compiled = new CompiledRules(rules);
    }
  }
}
