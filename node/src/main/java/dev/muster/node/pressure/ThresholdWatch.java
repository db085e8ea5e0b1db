package dev.muster.node.pressure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which thresholds are met, and since when. Used by one thread. */
public final class ThresholdWatch {
  private final EvictionConfig config;
  private final Map<Pressure, Instant> lastSeen = new EnumMap<>(Pressure.class);
  private Map<Threshold, Instant> since = new LinkedHashMap<>();
  private List<Threshold> met = List.of();

  public ThresholdWatch(EvictionConfig config) {
    this.config = config;
  }

  /** Those that make pods go: met for long enough, or met before and not yet resolved. */
  public List<Threshold> look(Map<Signal, Observation> observed, Instant now) {
    Set<Threshold> present = new LinkedHashSet<>();
    for (Threshold each : config.thresholds()) {
      Observation seen = observed.get(each.signal());
      if (seen != null && (each.isMet(seen) || met.contains(each) && each.isUnresolved(seen))) {
        present.add(each);
        lastSeen.put(each.signal().pressure(), now);
      }
    }
    Map<Threshold, Instant> first = new LinkedHashMap<>();
    present.forEach(each -> first.put(each, earlier(since.getOrDefault(each, now), now)));
    since = first;
    List<Threshold> due = new ArrayList<>();
    since.forEach(
        (each, at) -> {
          if (!at.plus(each.grace()).isAfter(now)) {
            due.add(each);
          }
        });
    met = List.copyOf(due);
    return met;
  }

  /** Somebody may have set the clock back. */
  private static Instant earlier(Instant at, Instant now) {
    return at.isAfter(now) ? now : at;
  }

  /** Those for which not enough was reclaimed. */
  public List<Threshold> unresolved(Map<Signal, Observation> observed) {
    List<Threshold> left = new ArrayList<>();
    for (Threshold each : config.thresholds()) {
      Observation seen = observed.get(each.signal());
      if (seen != null && each.isUnresolved(seen)) {
        left.add(each);
      }
    }
    return left;
  }

  /** What was seen within the transition period. */
  public Set<Pressure> pressures(Instant now) {
    Set<Pressure> recent = EnumSet.noneOf(Pressure.class);
    lastSeen.replaceAll((each, at) -> earlier(at, now));
    lastSeen.forEach(
        (each, at) -> {
          if (at.plus(config.transition()).isAfter(now)) {
            recent.add(each);
          }
        });
    return recent;
  }
}
