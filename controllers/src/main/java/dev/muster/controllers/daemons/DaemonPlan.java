package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import java.util.ArrayList;
import java.util.List;

/** What has to be done about a DaemonSet's pods. Filled by one thread. */
final class DaemonPlan {
  /** An event of the DaemonSet. */
  record Told(EventType type, String reason, String message) {}

  private final List<String> nodes = new ArrayList<>();
  private final List<ObjectNode> pods = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();

  /** Nodes that need a pod. */
  List<String> nodes() {
    return nodes;
  }

  /** Pods that have to go. */
  List<ObjectNode> pods() {
    return pods;
  }

  List<Told> told() {
    return told;
  }

  boolean isEmpty() {
    return nodes.isEmpty() && pods.isEmpty();
  }
}
