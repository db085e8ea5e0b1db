package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.Granted;
import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
  private static final long MOST_WORK = 3_000_000;

  private static final int MOST_FACTS = 20_000;

  final RbacSnapshot policy;
  final Inventory known;
  final KubectlLines kubectl;
  private final Ground ground;
  private final SearchEffort effort;
  private final boolean untilEverything;
  private final Acting self;
  private final List<Way> ways;
  private final Map<Fact, Derived> reached = new LinkedHashMap<>();
  private final Map<Fact, Integer> offered = new HashMap<>();
  private final Map<Lever, List<Hold>> holds = new EnumMap<>(Lever.class);
  private final Map<RbacKey, List<Bound>> bound = new HashMap<>();
  private final List<Granted> granted = new ArrayList<>();
  private final List<Acting> acting = new ArrayList<>();
  private final PriorityQueue<Queued> queue = new PriorityQueue<>();
  private final List<HeldRole> own;
  private int number;
  private boolean cutOff;

  /** Where a role counts for one, and by what. */
  record Bound(String scope, Fact by) {}

  private record Queued(int length, int number, Derived derived) implements Comparable<Queued> {
    @Override
    public int compareTo(Queued other) {
      int order = Integer.compare(length, other.length);
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  PathSearch(Ground ground, User user) {
    this(ground, user, MOST_WORK, false);
  }

  /**
   * A search that ends earlier.
   *
   * @param mostWork what it may cost
   * @param untilEverything whether it ends at the first who may do anything
   */
  PathSearch(Ground ground, User user, long mostWork, boolean untilEverything) {
    this.effort = new SearchEffort(mostWork);
    this.untilEverything = untilEverything;
    this.ground = ground;
    this.policy = ground.policy;
    this.known = ground.known;
    this.own = policy.rolesOf(user);
    this.kubectl = new KubectlLines(user);
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
    offer(Derived.start(self));
    try {
      while (!queue.isEmpty()) {
        Deadline.check();
        Derived next = queue.remove().derived();
        if (reached.putIfAbsent(next.fact(), next) != null) {
          continue;
        }
        if (isEverything(next.fact())) {
          if (untilEverything) {
            break;
          }
        } else {
          if (reached.size() > MOST_FACTS) {
            throw new SearchEffort.SpentException();
          }
          if (next.fact() instanceof Acting as
              && !next.premises().isEmpty()
              && next.premises().getFirst() instanceof Acting sender) {
            kubectl.sends(as, sender);
          }
          follow(next.fact());
        }
      }
    } catch (SearchEffort.SpentException e) {
      cutOff = true;
      // what was found so far is so, only what it leads to is not known
      while (!queue.isEmpty() && reached.size() < MOST_FACTS) {
        Derived next = queue.remove().derived();
        reached.putIfAbsent(next.fact(), next);
      }
    }
    return new Report(this, self).of(reached.values(), !cutOff);
  }

  private void follow(Fact fact) {
    Set<Hold> found = new LinkedHashSet<>();
    switch (fact) {
      case Acting somebody -> {
        acting.add(somebody);
        take(somebody, found);
      }
      case Granted role -> {
        granted.add(role);
        bound
            .computeIfAbsent(role.role(), k -> new ArrayList<>())
            .add(new Bound(role.scope(), role));
        Ground.grips(role.rules()).forEach(grip -> found.add(grip.held(role.scope(), role)));
      }
      case Fact.OnNodes nodes -> {}
      case Fact.WindowsAccount account -> {}
    }
    List<Hold> fresh = List.copyOf(found);
    fresh.forEach(hold -> holds.computeIfAbsent(hold.lever(), l -> new ArrayList<>()).add(hold));
    for (Way way : ways) {
      effort.begin();
      try {
        way.from(fact, fresh);
      } catch (SearchEffort.StepSpentException e) {
        cutOff = true; // the other ways are not to suffer
      }
    }
  }

  private void take(Acting somebody, Set<Hold> found) {
    Set<Bound> seen = new HashSet<>();
    for (HeldRole held : held(somebody.user())) {
      String scope = held.binding().namespace();
      RbacKey role = Candidates.role(held.binding());
      // bound once more there, it gives nothing more
      if (seen.add(new Bound(scope + "/" + role, somebody))) {
        bound.computeIfAbsent(role, k -> new ArrayList<>()).add(new Bound(scope, somebody));
        held.role()
            .ifPresent(r -> ground.grips(r).forEach(g -> found.add(g.held(scope, somebody))));
      }
    }
  }

  /** Every role that is bound to somebody, once for each place. */
  List<HeldRole> held(User user) {
    return user.equals(self.user()) ? own : policy.rolesOf(user);
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
    List<Hold> all = holds.getOrDefault(lever, List.of());
    spend(1 + all.size());
    return Collections.unmodifiableList(all);
  }

  /** Where a role counts for one so far. */
  List<Bound> bound(RbacKey role) {
    List<Bound> all = bound.getOrDefault(role, List.of());
    spend(1 + all.size());
    return Collections.unmodifiableList(all);
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
    int length = derived.length();
    if (offered.getOrDefault(derived.fact(), Integer.MAX_VALUE) <= length) {
      return;
    }
    offered.put(derived.fact(), length);
    queue.add(new Queued(length, number++, derived));
  }

  void spend() {
    effort.spend(1);
  }

  /** What the search has cost. */
  long spent() {
    return own.size() + effort.spent();
  }

  /** Whom and what one could become. */
  Candidates candidates() {
    return ground.candidates();
  }

  /** Counts what is done for so many things. */
  void spend(long things) {
    effort.spend(things);
  }
}
