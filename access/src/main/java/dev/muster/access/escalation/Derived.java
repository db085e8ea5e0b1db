package dev.muster.access.escalation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * A fact, and how one comes to it.
 *
 * @param premises what the last step needs; first whom one acts as
 * @param before all that one has to come to first, in an order in which that can be done
 * @param last what to do then
 */
record Derived(
    Fact fact, List<Fact> premises, SequencedSet<Derived> before, List<EscalationStep> last) {
  static Derived start(Fact fact) {
    return new Derived(fact, List.of(), new LinkedHashSet<>(), List.of());
  }

  static Derived of(Fact fact, Collection<Derived> premises, List<EscalationStep> last) {
    SequencedSet<Derived> before = new LinkedHashSet<>();
    for (Derived premise : premises) {
      before.addAll(premise.before);
      before.add(premise);
    }
    return new Derived(
        fact, premises.stream().map(Derived::fact).toList(), before, List.copyOf(last));
  }

  /** How many steps. */
  int length() {
    int length = last.size();
    for (Derived each : before) {
      length += each.last.size();
    }
    return length;
  }

  List<EscalationStep> steps() {
    List<EscalationStep> all = new ArrayList<>();
    before.forEach(each -> all.addAll(each.last));
    all.addAll(last);
    return all;
  }

  /** The way does not matter: a fact is one. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Derived that && fact.equals(that.fact);
  }

  @Override
  public int hashCode() {
    return fact.hashCode();
  }
}
