package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.CoreV1.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One pod on each node that fits, none elsewhere.
 *
 * @param hash of the current template
 * @param mayReplace whether the failed pod of a node may be replaced now
 */
record DaemonPlacement(DaemonView daemon, String hash, Predicate<String> mayReplace, Instant now) {

  DaemonPlan plan(List<ObjectNode> nodes, Map<String, List<ObjectNode>> podsByNode) {
    DaemonPlan plan = new DaemonPlan();
    Set<String> known = new HashSet<>();
    for (ObjectNode node : nodes) {
      known.add(Meta.name(node));
      place(plan, node, podsByNode);
    }
    podsByNode.forEach(
        (node, pods) -> {
          if (!known.contains(node)) {
            pods.stream().filter(pod -> !DaemonPods.isBound(Pod.of(pod))).forEach(plan.pods()::add);
          }
        });
    return plan;
  }

  private void place(DaemonPlan plan, JsonNode node, Map<String, List<ObjectNode>> podsByNode) {
    DaemonView.Fit fit = daemon.fit(node);
    String name = Meta.name(node);
    List<ObjectNode> pods = podsByNode.getOrDefault(name, List.of());
    if (fit.run() && pods.isEmpty()) {
      plan.nodes().add(name);
    } else if (fit.stay()) {
      keepOne(plan, name, fit, running(plan, name, pods));
    } else {
      pods.stream().filter(pod -> !Meta.isBeingDeleted(pod)).forEach(plan.pods()::add);
    }
  }

  /** Those that have ended go, so that others can take their place. */
  private List<ObjectNode> running(DaemonPlan plan, String node, List<ObjectNode> pods) {
    List<ObjectNode> running = new ArrayList<>();
    for (ObjectNode pod : pods) {
      if (Meta.isBeingDeleted(pod)) {
        continue;
      }
      String named = Meta.namespace(pod) + "/" + Meta.name(pod) + " on node " + node;
      switch (PodStates.phase(Pod.of(pod))) {
        case "Failed" -> {
          if (mayReplace.test(node)) {
            String text = "Found failed daemon pod " + named + ", will try to kill it";
            plan.told().add(new DaemonPlan.Told(EventType.WARNING, "FailedDaemonPod", text));
            plan.pods().add(pod);
          }
        }
        case "Succeeded" -> {
          String text = "Found succeeded daemon pod " + named + ", will try to delete it";
          plan.told().add(new DaemonPlan.Told(EventType.NORMAL, "SucceededDaemonPod", text));
          plan.pods().add(pod);
        }
        default -> running.add(pod);
      }
    }
    return running;
  }

  private void keepOne(DaemonPlan plan, String node, DaemonView.Fit fit, List<ObjectNode> running) {
    if (!daemon.allowsSurge()) {
      running.stream().skip(1).forEach(plan.pods()::add);
    } else if (running.isEmpty() && fit.run()) {
      plan.nodes().add(node);
    } else if (running.size() > 1) {
      keepOldAndNew(plan, running);
    }
  }

  /** While one surges there are two, an old one and a new one, until the new one is available. */
  private void keepOldAndNew(DaemonPlan plan, List<ObjectNode> running) {
    ObjectNode fresh = null;
    ObjectNode old = null;
    for (ObjectNode pod : running) {
      boolean updated = hash.equals(Meta.labels(pod).get(DaemonView.HASH));
      if (updated && fresh == null) {
        fresh = pod;
      } else if (!updated && old == null) {
        old = pod;
      } else {
        plan.pods().add(pod);
      }
    }
    if (fresh != null
        && old != null
        && (!PodStates.isReady(old)
            || PodStates.isAvailable(fresh, daemon.minReadySeconds(), now))) {
      plan.pods().add(old);
    }
  }
}
