package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.flow.fair.SeatAllocation;
import dev.muster.apiserver.flow.fair.SeatAllocation.Claim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * All levels, and how the server's seats are divided among them: by shares, and then, every ten
 * seconds, by what each wants, within what each may lend and borrow. Thread-safe.
 */
public final class PriorityLevels {
  private final int all;
  private final LongSupplier nanoTime;
  private Map<String, PriorityLevel> levels = Map.of();
  private int nominalSum;
  private double fairFraction;

  /**
   * @param all how many seats the server has
   */
  public PriorityLevels(int all, LongSupplier nanoTime) {
    this.all = all;
    this.nanoTime = nanoTime;
  }

  /**
   * These are the levels from now on. Those that were there before go on; one that is no more is
   * kept, with its shares, until nobody is in it.
   *
   * @return by name, those that are no more left out
   */
  synchronized Map<String, PriorityLevel> configure(Collection<LevelSpec> specs) {
    Map<String, PriorityLevel> next = new TreeMap<>();
    Map<String, PriorityLevel> wanted = new LinkedHashMap<>();
    for (LevelSpec spec : specs) {
      PriorityLevel level = levels.get(spec.name());
      if (level == null || level.exempt() != spec.queuing().exempt()) {
        level = new PriorityLevel(spec, nanoTime);
      }
      level.is(spec);
      next.put(spec.name(), level);
      wanted.put(spec.name(), level);
    }
    levels.forEach(
        (name, level) -> {
          if (!next.containsKey(name) && !level.queues().idle()) {
            level.quiesce();
            next.put(name, level);
          }
        });
    divide(next);
    return wanted;
  }

  private void divide(Map<String, PriorityLevel> next) {
    double shares = next.values().stream().mapToDouble(PriorityLevels::shares).sum();
    nominalSum = 0;
    for (PriorityLevel level : next.values()) {
      LevelSeats seats = LevelSeats.of(level.spec(), all, shares);
      level.has(seats, levels.get(level.name()) != level);
      nominalSum += seats.nominal();
    }
    levels = next;
    adjust();
  }

  private static double shares(PriorityLevel level) {
    return Math.max(0, level.spec().shares());
  }

  /** Lends and borrows seats by what was wanted since the last time. */
  public synchronized void adjust() {
    dropQuiet();
    List<PriorityLevel> limited = new ArrayList<>();
    int left = nominalSum;
    int lowerSum = 0;
    int busySum = 0;
    for (PriorityLevel level : levels.values()) {
      int most = level.takeDemand().last().most();
      if (level.exempt()) {
        int used = Math.max(level.lower(), most);
        left -= used;
        level.use(used, used);
      } else {
        limited.add(level);
        lowerSum += level.lower();
        busySum += busy(level);
      }
    }
    if (left <= lowerSum) {
      fairFraction = 0;
      limited.forEach(level -> level.use(level.lower(), target(level)));
    } else if (left <= busySum) {
      fairFraction = 0;
      double part = (double) (left - lowerSum) / (busySum - lowerSum);
      for (PriorityLevel level : limited) {
        int more = (int) Math.round((busy(level) - level.lower()) * part);
        level.use(level.lower() + more, target(level));
      }
    } else {
      borrow(limited);
    }
  }

  private void borrow(List<PriorityLevel> limited) {
    List<Claim> claims =
        limited.stream()
            .map(level -> new Claim(target(level), busy(level), level.upper()))
            .toList();
    Optional<SeatAllocation> allocation = SeatAllocation.of(nominalSum, claims);
    fairFraction = allocation.map(SeatAllocation::fairFraction).orElse(0.0);
    for (int i = 0; i < limited.size(); i++) {
      PriorityLevel level = limited.get(i);
      int seats =
          allocation.isPresent()
              ? (int) Math.round(allocation.get().seats().get(i))
              : level.current();
      level.use(seats, target(level));
    }
  }

  /** What it used of its own, which it does not lend. */
  private static int busy(PriorityLevel level) {
    return Math.max(level.lower(), Math.min(level.nominal(), level.demand().last().most()));
  }

  private static double target(PriorityLevel level) {
    return Math.max(busy(level), level.demand().smoothed());
  }

  private void dropQuiet() {
    boolean quiet =
        levels.values().stream().anyMatch(level -> level.quiescing() && level.queues().idle());
    if (quiet) {
      Map<String, PriorityLevel> rest = new TreeMap<>(levels);
      rest.values().removeIf(level -> level.quiescing() && level.queues().idle());
      divide(rest);
    }
  }

  /** By name; those that are no more but still in use included. */
  public synchronized List<PriorityLevel> all() {
    return List.copyOf(levels.values());
  }

  /** What a level gets of what it wants, unless a bound is in the way. */
  public synchronized double fairFraction() {
    return fairFraction;
  }
}
