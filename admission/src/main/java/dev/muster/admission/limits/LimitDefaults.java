package dev.muster.admission.limits;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fills in what containers left open; an annotation tells what. */
final class LimitDefaults {
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";

  private LimitDefaults() {}

  static void apply(ObjectNode range, ObjectNode pod) {
    Map<String, JsonNode> requests = new TreeMap<>();
    Map<String, JsonNode> limits = new TreeMap<>();
    for (JsonNode limit : range.path("spec").path("limits")) {
      if (limit.path("type").asText().equals("Container")) {
        limit
            .path("defaultRequest")
            .properties()
            .forEach(e -> requests.put(e.getKey(), e.getValue()));
        limit.path("default").properties().forEach(e -> limits.put(e.getKey(), e.getValue()));
      }
    }
    List<String> told = new ArrayList<>();
    fill(pod.path("spec").path("containers"), "container ", requests, limits, told);
    fill(pod.path("spec").path("initContainers"), "init container ", requests, limits, told);
    if (!told.isEmpty()) {
      ObjectNode metadata = (ObjectNode) pod.get("metadata");
      Map<String, JsonNode> annotations = entries(metadata.path("annotations"));
      annotations.put(
          ANNOTATION, metadata.textNode("LimitRanger plugin set: " + String.join("; ", told)));
      metadata.set("annotations", metadata.objectNode().setAll(annotations));
    }
  }

  private static void fill(
      JsonNode containers,
      String what,
      Map<String, JsonNode> requests,
      Map<String, JsonNode> limits,
      List<String> told) {
    for (JsonNode container : containers) {
      String whom = what + container.path("name").asText();
      List<String> setLimits = fill((ObjectNode) container, "limits", limits);
      List<String> setRequests = fill((ObjectNode) container, "requests", requests);
      if (!setRequests.isEmpty()) {
        told.add(String.join(", ", setRequests) + " request for " + whom);
      }
      if (!setLimits.isEmpty()) {
        told.add(String.join(", ", setLimits) + " limit for " + whom);
      }
    }
  }

  /** The names of what was not there. */
  private static List<String> fill(
      ObjectNode container, String list, Map<String, JsonNode> defaults) {
    Map<String, JsonNode> amounts = entries(container.path("resources").path(list));
    List<String> set = new ArrayList<>();
    defaults.forEach(
        (name, amount) -> {
          if (amounts.putIfAbsent(name, amount) == null) {
            set.add(name);
          }
        });
    if (!set.isEmpty()) {
      ObjectNode resources = container.withObject("/resources");
      resources.set(list, resources.objectNode().setAll(amounts));
    }
    return set;
  }

  /** In the order of names. */
  private static Map<String, JsonNode> entries(JsonNode map) {
    Map<String, JsonNode> out = new TreeMap<>();
    map.properties().forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }
}
