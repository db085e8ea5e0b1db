package dev.muster.node.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;

/** What events tell of a resize: what is done, and the pod's resources as JSON. */
public final class ResizeMessages {
  private ResizeMessages() {}

  /**
   * @param what such as {@code started}
   * @param error empty for none
   */
  public static String of(String what, Pod pod, long generation, String error) {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : pod.spec().path(list)) {
        ObjectNode one = summary.withArray(list).addObject();
        one.set("name", container.path("name"));
        one.set("resources", resources(container.path("resources")));
      }
    }
    summary.put("generation", generation);
    if (!error.isEmpty()) {
      summary.put("error", error);
    }
    return "Pod resize " + what + ": " + summary;
  }

  private static JsonNode resources(JsonNode given) {
    return given.isObject() ? given : JsonNodeFactory.instance.objectNode();
  }
}
