package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From the old template to the new one, node by node. */
record DaemonUpdate(DaemonView daemon, String hash, Instant now) {

  /** The pods of a node: at most one of each template, or something is not settled yet. */
  private record OnNode(@Nullable ObjectNode fresh, @Nullable ObjectNode old) {}

  DaemonPlan plan(List<ObjectNode> nodes, Map<String, List<ObjectNode>> podsByNode) {
    Set<String> wanted =
        nodes.stream()
            .filter(node -> daemon.fit(node).run())
            .map(Meta::name)
            .collect(Collectors.toSet());
    Map<String, List<ObjectNode>> all = new LinkedHashMap<>(podsByNode);
    wanted.forEach(node -> all.putIfAbsent(node, List.of()));
    int surge = daemon.maxSurge(wanted.size());
    DaemonPlan plan = new DaemonPlan();
    if (surge == 0) {
      replace(plan, all, daemon.maxUnavailable(wanted.size()));
    } else {
      surge(plan, all, wanted, surge);
    }
    return plan;
  }

  private Optional<OnNode> onNode(List<ObjectNode> pods) {
    ObjectNode fresh = null;
    ObjectNode old = null;
    for (ObjectNode pod : pods) {
      if (Meta.isBeingDeleted(pod)) {
        continue;
      }
      boolean updated = daemon.isUpdated(pod, hash);
      if (updated ? fresh != null : old != null) {
        return Optional.empty();
      }
      if (updated) {
        fresh = pod;
      } else {
        old = pod;
      }
    }
    return Optional.of(new OnNode(fresh, old));
  }

  private boolean available(ObjectNode pod) {
    return PodStates.isAvailable(pod, daemon.minReadySeconds(), now);
  }

  /** Old pods that are not available go at once, others as far as that leaves enough. */
  private void replace(DaemonPlan plan, Map<String, List<ObjectNode>> all, int most) {
    int unavailable = 0;
    List<ObjectNode> candidates = new ArrayList<>();
    for (List<ObjectNode> pods : all.values()) {
      OnNode on = onNode(pods).orElse(new OnNode(null, null));
      if (on.old() != null && on.fresh() == null) {
        if (available(on.old())) {
          candidates.add(on.old());
        } else {
          plan.pods().add(on.old());
          unavailable++;
        }
      } else if (on.fresh() == null || on.old() != null || !available(on.fresh())) {
        unavailable++;
      }
    }
    candidates.stream().limit(Math.max(0, most - unavailable)).forEach(plan.pods()::add);
  }

  /** New pods come beside the old ones, which go when the new ones are available. */
  private void surge(
      DaemonPlan plan, Map<String, List<ObjectNode>> all, Set<String> wanted, int most) {
    int surging = 0;
    int availableNow = 0;
    List<String> candidates = new ArrayList<>();
    List<ObjectNode> elsewhere = new ArrayList<>();
    for (Map.Entry<String, List<ObjectNode>> entry : all.entrySet()) {
      Optional<OnNode> found = onNode(entry.getValue());
      if (found.isEmpty()) {
        surging++;
        continue;
      }
      ObjectNode fresh = found.get().fresh();
      ObjectNode old = found.get().old();
      ObjectNode counted = old != null ? old : fresh;
      if (counted != null && available(counted)) {
        availableNow++;
      }
      if (old == null) {
        continue;
      }
      if (fresh != null) {
        if (available(fresh)) {
          plan.pods().add(old);
        } else {
          surging++;
        }
      } else if (!wanted.contains(entry.getKey())) {
        (available(old) ? elsewhere : plan.pods()).add(old);
      } else if (available(old)) {
        candidates.add(entry.getKey());
      } else {
        plan.nodes().add(entry.getKey());
      }
    }
    elsewhere.stream().limit(Math.max(0, availableNow - wanted.size())).forEach(plan.pods()::add);
    candidates.stream().limit(Math.max(0, most - surging)).forEach(plan.nodes()::add);
  }
}
