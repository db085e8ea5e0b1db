package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.views.CoreV1.MutableTaint;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeCondition;
import dev.muster.views.CoreV1.Taint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The taints that a node has because of its conditions. Those of others stay as they are. */
final class NodeTaints {
  private static final String PREFIX = "node.kubernetes.io/";

  /** Taints by the conditions that hold. */
  private static final Map<String, String> PRESSURE =
      Map.of(
          "MemoryPressure", "memory-pressure",
          "DiskPressure", "disk-pressure",
          "PIDPressure", "pid-pressure",
          "NetworkUnavailable", "network-unavailable");

  private static final Set<String> OWN =
      Set.of(
          "not-ready",
          "unreachable",
          "memory-pressure",
          "disk-pressure",
          "pid-pressure",
          "network-unavailable",
          "unschedulable");

  private NodeTaints() {}

  /** What the node should have; a taint that it has already keeps its time. */
  static ArrayNode of(Node node, String now) {
    Map<String, String> wanted = wanted(node);
    ArrayNode taints = JsonNodeFactory.instance.arrayNode();
    for (Taint taint : node.spec().taints()) {
      String key = taint.key().text();
      boolean own = key.startsWith(PREFIX) && OWN.contains(key.substring(PREFIX.length()));
      if (!own || wanted.remove(key + ":" + taint.effect().text()) != null) {
        taints.add(taint.tree());
      }
    }
    wanted.forEach(
        (what, effect) -> {
          String key = what.substring(0, what.lastIndexOf(':'));
          MutableTaint taint = MutableTaint.of(taints.addObject()).key(key).effect(effect);
          if (effect.equals("NoExecute")) {
            taint.timeAdded(now);
          }
        });
    return taints;
  }

  /** Effects by {@code key:effect}. */
  private static Map<String, String> wanted(Node node) {
    Map<String, String> wanted = new LinkedHashMap<>();
    String ready = "";
    for (NodeCondition condition : node.status().conditions()) {
      String type = condition.type().text();
      String status = condition.status().text();
      if (type.equals("Ready")) {
        ready = status;
      }
      String pressure = PRESSURE.get(type);
      if (pressure != null && status.equals("True")) {
        put(wanted, pressure, "NoSchedule");
      }
    }
    switch (ready) {
      case "True" -> {}
      case "False" -> {
        put(wanted, "not-ready", "NoSchedule");
        put(wanted, "not-ready", "NoExecute");
      }
      case "" -> put(wanted, "not-ready", "NoSchedule"); // it has not said anything yet
      default -> {
        put(wanted, "unreachable", "NoSchedule");
        put(wanted, "unreachable", "NoExecute");
      }
    }
    if (node.spec().unschedulable().truth()) {
      put(wanted, "unschedulable", "NoSchedule");
    }
    return wanted;
  }

  private static void put(Map<String, String> wanted, String what, String effect) {
    wanted.put(PREFIX + what + ":" + effect, effect);
  }
}
