package dev.muster.authz.rbac;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiled rules by content, so that a thousand namespaces with the same role share one copy that
 * stays in the processor's cache. The writer's own bookkeeping: not thread-safe.
 */
final class RuleSets {
  private final Map<List<PolicyRule>, Entry> entries = new HashMap<>();

  CompiledRules acquire(List<PolicyRule> rules) {
    Entry entry = entries.computeIfAbsent(rules, Entry::new);
    entry.users++;
    return entry.compiled;
  }

  void release(List<PolicyRule> rules) {
    Entry entry = entries.get(rules);
    if (entry != null && --entry.users == 0) {
      entries.remove(rules);
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
