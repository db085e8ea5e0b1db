package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Goes from fact to fact, the nearest first, until nothing is new. Not thread-safe: one instance,
 * one search.
 */
final class PathSearch {
  /** Steps that are looked at; what usual policies have is a few thousand. */
  private static final int MOST_WORK = 3_000_000;

  private static final int MOST_FACTS = 20_000;

  final RbacSnapshot policy;
  final Inventory known;
  final Candidates candidates;
  final Kubectl kubectl;
  private final Acting self;
  private final List<Way> ways;
  private final Map<Fact, Derived> reached = new LinkedHashMap<>();
  private final Map<Lever, List<Hold>> holds = new EnumMap<>(Lever.class);
  private final Map<RbacKey, List<Bound>> bound = new HashMap<>();
  private final List<Granted> granted = new ArrayList<>();
  private final List<Acting> acting = new ArrayList<>();
  private final PriorityQueue<Queued> queue = new PriorityQueue<>();
  private int number;
  private int work;

  /** Where a role counts for one, and by what. */
  record Bound(String scope, Fact by) {}

  private record Queued(int length, int number, Derived derived) implements Comparable<Queued> {
    @Override
    public int compareTo(Queued other) {
      int order = Integer.compare(length, other.length);
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  /** The search has become too long. */
  private static final class SpentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpentException() {
      super("too many steps", null, false, false);
    }
  }

  PathSearch(RbacSnapshot policy, User user, Inventory known) {
    this.policy = policy;
    this.known = known;
    this.candidates = new Candidates(policy, known);
    this.kubectl = new Kubectl(user);
    this.self = new Acting(user, true);
    this.ways =
        List.of(
            new Impersonating(this),
            new TakingAccounts(this),
            new GivingRoles(this),
            new WritingRoles(this),
            new AskingForCertificates(this),
            new TakingNodes(this),
            new ChangingPods(this));
  }

  EscalationPaths run() {
    boolean all = true;
    offer(Derived.start(self));
    try {
      while (!queue.isEmpty()) {
        Derived next = queue.remove().derived();
        if (reached.putIfAbsent(next.fact(), next) == null && !isEverything(next.fact())) {
          if (reached.size() > MOST_FACTS) {
            throw new SpentException();
          }
          if (next.fact() instanceof Acting as
              && !next.premises().isEmpty()
              && next.premises().getFirst() instanceof Acting sender) {
            kubectl.sends(as, sender);
          }
          follow(next.fact());
        }
      }
    } catch (SpentException e) {
      all = false;
    }
    return new Report(this, self).of(reached.values(), all);
  }

  private void follow(Fact fact) {
    List<Hold> fresh = new ArrayList<>();
    switch (fact) {
      case Acting somebody -> {
        acting.add(somebody);
        take(somebody, fresh);
      }
      case Granted role -> {
        granted.add(role);
        bound.computeIfAbsent(role.role(), k -> new ArrayList<>())
            .add(new Bound(role.scope(), role));
        role.rules().forEach(rule -> take(rule, role.scope(), role, fresh));
      }
      case Fact.OnNodes nodes -> {}
      case Fact.WindowsAccount account -> {}
    }
    fresh.forEach(hold -> holds.computeIfAbsent(hold.lever(), l -> new ArrayList<>()).add(hold));
    ways.forEach(way -> way.from(fact, fresh));
  }

  private void take(Acting somebody, List<Hold> fresh) {
    for (HeldRole held : held(somebody.user())) {
      String scope = held.binding().namespace();
      bound
          .computeIfAbsent(Candidates.role(held.binding()), k -> new ArrayList<>())
          .add(new Bound(scope, somebody));
      held.role()
          .ifPresent(role -> role.rules().forEach(rule -> take(rule, scope, somebody, fresh)));
    }
  }

  private static void take(PolicyRule rule, String scope, Fact by, List<Hold> fresh) {
    for (Lever lever : Lever.values()) {
      lever
          .in(rule)
          .ifPresent(
              verb -> fresh.add(new Hold(lever, verb, scope, rule.resourceNames(), by)));
    }
  }

  /** All that is bound to somebody, wherever. */
  List<HeldRole> held(User user) {
    List<HeldRole> all = new ArrayList<>(policy.heldBy(user, ""));
    for (String namespace : policy.namespacesOf(user)) {
      for (HeldRole held : policy.heldBy(user, namespace)) {
        if (!held.binding().namespace().isEmpty()) {
          all.add(held);
        }
      }
    }
    return all;
  }

  /** Who may do anything needs no way further. */
  boolean isEverything(Fact fact) {
    return switch (fact) {
      case Acting somebody ->
          somebody.user().groups().contains(User.MASTERS)
              || policy.heldBy(somebody.user(), "").stream()
                  .flatMap(held -> held.role().stream())
                  .flatMap(role -> role.rules().stream())
                  .anyMatch(Fact::isEverything);
      case Granted role ->
          role.scope().isEmpty() && role.rules().stream().anyMatch(Fact::isEverything);
      case Fact.OnNodes nodes -> false;
      case Fact.WindowsAccount account -> false;
    };
  }

  /** The hands that a lever is in so far. */
  List<Hold> holds(Lever lever) {
    spend();
    return List.copyOf(holds.getOrDefault(lever, List.of()));
  }

  /** Where a role counts for one so far. */
  List<Bound> bound(RbacKey role) {
    return List.copyOf(bound.getOrDefault(role, List.of()));
  }

  /** The roles that were got on the way so far. */
  List<Granted> granted() {
    return granted;
  }

  /** Everybody whom one can act as so far. */
  List<Acting> acting() {
    return acting;
  }

  boolean has(Fact fact) {
    return reached.containsKey(fact);
  }

  /** All that one has come to. */
  Set<Fact> reached() {
    return reached.keySet();
  }

  /** The one whom the ways start from. */
  Acting self() {
    return self;
  }

  /** That one comes to a fact by these steps, having the others. */
  void offer(Fact fact, Collection<? extends Fact> premises, List<EscalationStep> steps) {
    spend();
    if (reached.containsKey(fact)) {
      return;
    }
    List<Derived> before = new ArrayList<>();
    for (Fact premise : premises) {
      Derived derived = reached.get(premise);
      if (derived != null) {
        before.add(derived);
      }
    }
    offer(Derived.of(fact, before, steps));
  }

  private void offer(Derived derived) {
    queue.add(new Queued(derived.length(), number++, derived));
  }

  void spend() {
    if (++work > MOST_WORK) {
      throw new SpentException();
    }
  }
}
