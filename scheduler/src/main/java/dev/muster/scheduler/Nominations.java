package dev.muster.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** For whom room is made on which node. Not thread-safe. */
final class Nominations {
  /** Names of nodes by the uids of pods. */
  private final Map<String, String> nodes = new LinkedHashMap<>();

  void put(String uid, String node) {
    nodes.put(uid, node);
  }

  /** What was decided here counts before what the API server tells. */
  void putIfAbsent(String uid, String node) {
    nodes.putIfAbsent(uid, node);
  }

  /** False if there was none. */
  boolean remove(String uid) {
    return nodes.remove(uid) != null;
  }

  /**
   * By nodes: the pods for which room is kept there that a pod may not be put before.
   *
   * @param known all pods by their uids
   */
  Map<String, List<PlacedPod>> before(PlacedPod candidate, Map<String, PlacedPod> known) {
    Map<String, List<PlacedPod>> kept = new HashMap<>();
    nodes.forEach(
        (uid, node) -> {
          PlacedPod other = known.get(uid);
          if (other != null
              && !uid.equals(candidate.pod().uid())
              && other.priority() >= candidate.priority()) {
            kept.computeIfAbsent(node, n -> new ArrayList<>()).add(other);
          }
        });
    return kept;
  }
}
