package dev.muster.authz.rbac.escalation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Goes over the combinations of several parts that no held rule covers, in order, without going
 * over those that are covered: what is missing behind a choice of parts depends only on the rules
 * that allow all of them, and is found out once for each such set.
 */
final class Uncovered {
  /** For each part, for each of its values, the rules that allow it. */
  private final List<List<BitSet>> parts;

  /** The same, each set once. */
  private final List<Set<BitSet>> kinds = new ArrayList<>();

  private final List<Map<BitSet, Boolean>> known = new ArrayList<>();
  private final EscalationEffort effort;
  private final int[] chosen;

  Uncovered(List<List<BitSet>> parts, EscalationEffort effort) {
    this.parts = parts;
    this.effort = effort;
    this.chosen = new int[parts.size()];
    for (List<BitSet> values : parts) {
      Set<BitSet> distinct = new TreeSet<>(Holdings.ORDER);
      distinct.addAll(values);
      kinds.add(distinct);
      known.add(new TreeMap<>(Holdings.ORDER));
    }
  }

  /**
   * Shows each missing combination, as the positions of its values, until one is declined.
   *
   * @return whether none was declined
   */
  boolean each(int rules, Predicate<int[]> taken) {
    BitSet all = new BitSet(rules);
    all.set(0, rules);
    return each(0, all, taken);
  }

  private boolean each(int part, BitSet allowing, Predicate<int[]> taken) {
    if (part == parts.size()) {
      return !allowing.isEmpty() || taken.test(chosen);
    }
    if (!missing(part, allowing)) {
      return true;
    }
    List<BitSet> values = parts.get(part);
    for (int i = 0; i < values.size(); i++) {
      chosen[part] = i;
      if (!each(part + 1, common(allowing, values.get(i)), taken)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a combination of values from this part on is covered by none of these rules. */
  private boolean missing(int part, BitSet allowing) {
    if (part == parts.size()) {
      return allowing.isEmpty();
    }
    if (allowing.isEmpty()) {
      return true; // no part is without values
    }
    Boolean answer = known.get(part).get(allowing);
    if (answer == null) {
      answer = false;
      for (BitSet values : kinds.get(part)) {
        if (missing(part + 1, common(allowing, values))) {
          answer = true;
          break;
        }
      }
      known.get(part).put(allowing, answer);
    }
    return answer;
  }

  private BitSet common(BitSet some, BitSet others) {
    effort.spend(1 + some.size() / Long.SIZE);
    BitSet out = (BitSet) some.clone();
    out.and(others);
    return out;
  }
}
