package dev.muster.node.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.NodeCondition;
import dev.muster.views.CoreV1.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a node tells of itself, but for the times of heartbeats.
 *
 * @param parts as they are written: a number that was set and one that was read are equal
 */
record ReportedStatus(List<String> parts) {
  ReportedStatus {
    parts = List.copyOf(parts);
  }

  static ReportedStatus of(NodeStatus status) {
    List<String> parts = new ArrayList<>();
    Stream.<JsonNode>of(
            status.capacity().node(),
            status.allocatable().node(),
            status.images().at().node(),
            status.features().tree(),
            status.runtimeHandlers().at().node(),
            status.daemonEndpoints().tree(),
            status.addresses().at().node())
        .map(JsonNode::toString)
        .forEach(parts::add);
    for (NodeCondition condition : status.conditions()) {
      Stream.of(condition.type(), condition.status(), condition.message())
          .map(At::text)
          .forEach(parts::add);
    }
    return new ReportedStatus(parts);
  }
}
