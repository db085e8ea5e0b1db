package dev.muster.authz.rbac.escalation;

import dev.muster.authz.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Which of the held rules allow a value, as sets of their numbers: a permission is held when the
 * sets of its parts have a rule in common. Built for the values of one requested rule, in one pass
 * over what is held.
 */
final class Holdings {
  private static final String ALL = "*";

  /** Some order of sets: no choice of values makes a table of them slow. */
  static final Comparator<BitSet> ORDER = Holdings::compare;

  private final List<PolicyRule> held;
  private final EscalationEffort effort;

  Holdings(List<PolicyRule> held, EscalationEffort effort) {
    this.held = held;
    this.effort = effort;
  }

  /** One set for each value, in order; equal sets are the same object. */
  List<BitSet> of(List<String> wanted, Function<PolicyRule, List<String>> part) {
    return sets(wanted, part, List::of);
  }

  /** A subresource is also held by whoever holds it of all resources. */
  List<BitSet> ofResources(List<String> wanted) {
    return sets(
        wanted,
        PolicyRule::resources,
        resource -> {
          int slash = resource.indexOf('/');
          return slash < 0 ? List.of(resource) : List.of(resource, ALL + resource.substring(slash));
        });
  }

  private List<BitSet> sets(
      List<String> wanted,
      Function<PolicyRule, List<String>> part,
      Function<String, List<String>> spellings) {
    Set<String> asked = new HashSet<>(Set.of(ALL));
    wanted.forEach(value -> asked.addAll(spellings.apply(value)));
    Map<String, BitSet> index = index(asked, part);
    BitSet all = index.getOrDefault(ALL, new BitSet());
    Map<BitSet, BitSet> shared = new TreeMap<>(ORDER);
    List<BitSet> out = new ArrayList<>(wanted.size());
    for (String value : wanted) {
      BitSet set = (BitSet) all.clone();
      for (String spelling : spellings.apply(value)) {
        set.or(index.getOrDefault(spelling, all));
      }
      out.add(shared(set, shared));
    }
    return out;
  }

  /** No names stands for all of them, which only a rule without names holds. */
  List<BitSet> ofNames(List<String> wanted) {
    BitSet unnamed = unnamed();
    if (wanted.isEmpty()) {
      return List.of(unnamed);
    }
    Map<String, BitSet> index = index(new HashSet<>(wanted), PolicyRule::resourceNames);
    Map<BitSet, BitSet> shared = new TreeMap<>(ORDER);
    List<BitSet> out = new ArrayList<>(wanted.size());
    for (String name : wanted) {
      BitSet set = (BitSet) unnamed.clone();
      set.or(index.getOrDefault(name, unnamed));
      out.add(shared(set, shared));
    }
    return out;
  }

  /** Rules with names say nothing about URLs. */
  List<BitSet> ofUrls(List<String> wanted) {
    Map<String, BitSet> exact = index(new HashSet<>(wanted), PolicyRule::nonResourceURLs);
    Map<String, BitSet> prefixes = new HashMap<>();
    Set<Integer> lengths = new TreeSet<>();
    for (int i = 0; i < held.size(); i++) {
      for (String pattern : held.get(i).nonResourceURLs()) {
        String prefix = withoutStars(pattern);
        if (prefix.length() < pattern.length()) {
          lengths.add(prefix.length());
          set(prefixes, prefix, i);
        }
      }
    }
    BitSet unnamed = unnamed();
    Map<BitSet, BitSet> shared = new TreeMap<>(ORDER);
    List<BitSet> out = new ArrayList<>(wanted.size());
    for (String url : wanted) {
      BitSet set = (BitSet) exact.getOrDefault(url, new BitSet()).clone();
      for (int length : lengths) {
        if (length > url.length()) {
          break;
        }
        effort.spend(1 + length / EscalationEffort.LETTERS);
        BitSet below = prefixes.get(url.substring(0, length));
        if (below != null) {
          set.or(below);
        }
      }
      set.and(unnamed);
      out.add(shared(set, shared));
    }
    return out;
  }

  private static String withoutStars(String pattern) {
    int end = pattern.length();
    while (end > 0 && pattern.charAt(end - 1) == '*') {
      end--;
    }
    return pattern.substring(0, end);
  }

  private BitSet unnamed() {
    BitSet out = new BitSet();
    for (int i = 0; i < held.size(); i++) {
      out.set(i, held.get(i).resourceNames().isEmpty());
    }
    return out;
  }

  private Map<String, BitSet> index(Set<String> asked, Function<PolicyRule, List<String>> part) {
    Map<String, BitSet> out = new HashMap<>();
    for (int i = 0; i < held.size(); i++) {
      for (String value : part.apply(held.get(i))) {
        if (asked.contains(value)) {
          set(out, value, i);
        }
      }
    }
    return out;
  }

  private void set(Map<String, BitSet> index, String value, int rule) {
    BitSet known = index.get(value);
    if (known == null) {
      known = new BitSet();
      index.put(value, known);
    }
    effort.spend(1 + Math.max(0, rule - known.size()) / Long.SIZE);
    known.set(rule);
  }

  private static int compare(BitSet some, BitSet others) {
    int i = some.nextSetBit(0);
    int j = others.nextSetBit(0);
    while (i == j && i >= 0) {
      i = some.nextSetBit(i + 1);
      j = others.nextSetBit(j + 1);
    }
    return Integer.compare(i, j);
  }

  private BitSet shared(BitSet set, Map<BitSet, BitSet> known) {
    effort.spend(1 + set.size() / Long.SIZE);
    return known.computeIfAbsent(set, Function.identity());
  }
}
