package dev.muster.node.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.util.List;

/** What events tell of a resize: what is done, and the pod's resources as JSON. */
public final class ResizeMessages {
  private ResizeMessages() {}

  /**
   * @param what such as {@code started}
   * @param error empty for none
   */
  public static String of(String what, Pod pod, long generation, String error) {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    add(summary, "initContainers", pod.spec().initContainers());
    add(summary, "containers", pod.spec().containers());
    summary.put("generation", generation);
    if (!error.isEmpty()) {
      summary.put("error", error);
    }
    return "Pod resize " + what + ": " + summary;
  }

  private static void add(ObjectNode summary, String list, List<CoreV1.Container> containers) {
    for (CoreV1.Container container : containers) {
      ObjectNode one = summary.withArray(list).addObject();
      one.set("name", container.name().node());
      one.set("resources", resources(container.resources()));
    }
  }

  private static JsonNode resources(ResourceRequirements given) {
    return given.present() ? given.tree() : JsonNodeFactory.instance.objectNode();
  }
}
