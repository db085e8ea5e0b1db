package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a daemon bears, whatever its template says: it is there for nodes in trouble, too. */
final class DaemonTolerations {
  private DaemonTolerations() {}

  static void addTo(ObjectNode podSpec) {
    add(podSpec, "not-ready", "NoExecute");
    add(podSpec, "unreachable", "NoExecute");
    add(podSpec, "disk-pressure", "NoSchedule");
    add(podSpec, "memory-pressure", "NoSchedule");
    add(podSpec, "pid-pressure", "NoSchedule");
    add(podSpec, "unschedulable", "NoSchedule");
    if (podSpec.path("hostNetwork").asBoolean()) {
      add(podSpec, "network-unavailable", "NoSchedule");
    }
  }

  /** One of the same key and effect that differs is replaced where it stands. */
  private static void add(ObjectNode podSpec, String condition, String effect) {
    ObjectNode wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("key", "node.kubernetes.io/" + condition).put("operator", "Exists");
    wanted.put("effect", effect);
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    boolean placed = false;
    for (JsonNode one : podSpec.path("tolerations")) {
      if (isSame(one, wanted)) {
        all.add(wanted);
        placed = true;
      } else {
        all.add(one);
      }
    }
    if (!placed) {
      all.add(wanted);
    }
    podSpec.set("tolerations", all);
  }

  private static boolean isSame(JsonNode one, JsonNode other) {
    for (String field : new String[] {"key", "effect", "operator", "value"}) {
      if (!one.path(field).asText().equals(other.path(field).asText())) {
        return false;
      }
    }
    return true;
  }
}
