package dev.muster.apiserver.server;

import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The last policies by the revision of the change that made them. Snapshots share what did not
 * change, so that one costs its change. One thread adds; any reads.
 */
final class RbacHistory {
  /** How many changes are remembered: that of a role which thousands have may take a megabyte. */
  static final int KEPT = 128;

  private final ConcurrentSkipListMap<Long, RbacSnapshot> byRevision =
      new ConcurrentSkipListMap<>();
  private int size = 1;

  RbacHistory(long revision, RbacSnapshot first) {
    byRevision.put(revision, first);
  }

  void add(long revision, RbacSnapshot changed) {
    size += byRevision.put(revision, changed) == null ? 1 : 0;
    if (size > KEPT) {
      byRevision.pollFirstEntry();
      size--;
    }
  }

  /** The oldest, from whose revision on it is known what was when. */
  Map.Entry<Long, RbacSnapshot> first() {
    return Objects.requireNonNull(byRevision.firstEntry(), "never empty");
  }

  /** The policy at a revision; empty before the first. */
  Optional<RbacSnapshot> at(long revision) {
    Map.Entry<Long, RbacSnapshot> found = byRevision.floorEntry(revision);
    return Optional.ofNullable(found).map(Map.Entry::getValue);
  }

  /** Those that came into force after a revision and up to another, oldest first. */
  List<RbacSnapshot> between(long after, long upTo) {
    return after >= upTo
        ? List.of()
        : new ArrayList<>(byRevision.subMap(after, false, upTo, true).values());
  }
}
