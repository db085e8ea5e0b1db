package dev.muster.admission.limits;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.views.CoreV1.LimitRange;
import dev.muster.views.CoreV1.LimitRangeItem;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.TreeField;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Fills in what containers left open; an annotation tells what. */
final class LimitDefaults {
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";

  private LimitDefaults() {}

  static void apply(LimitRange range, MutablePod pod) {
    Map<String, JsonNode> requests = new TreeMap<>();
    Map<String, JsonNode> limits = new TreeMap<>();
    for (LimitRangeItem limit : range.spec().limits()) {
      if (limit.type().text().equals("Container")) {
        requests.putAll(entries(limit.defaultRequest().node()));
        limits.putAll(entries(limit.default_().node()));
      }
    }
    List<String> told = new ArrayList<>();
    MutablePodSpec spec = pod.spec().ensure();
    fill(spec.containers().each(), "container ", requests, limits, told);
    fill(spec.initContainers().each(), "init container ", requests, limits, told);
    if (!told.isEmpty()) {
      TreeField annotations = pod.metadata().ensure().annotations();
      Map<String, JsonNode> all = entries(annotations.node());
      all.put(ANNOTATION, TextNode.valueOf("LimitRanger plugin set: " + String.join("; ", told)));
      replace(annotations, all);
    }
  }

  private static void fill(
      List<MutableContainer> containers,
      String what,
      Map<String, JsonNode> requests,
      Map<String, JsonNode> limits,
      List<String> told) {
    for (MutableContainer container : containers) {
      String whom = what + container.name().text();
      List<String> setLimits = fill(container, MutableResourceRequirements::limits, limits);
      List<String> setRequests = fill(container, MutableResourceRequirements::requests, requests);
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
      MutableContainer container,
      Function<MutableResourceRequirements, TreeField> list,
      Map<String, JsonNode> defaults) {
    Map<String, JsonNode> amounts =
        container.resources().get().map(r -> entries(list.apply(r).node())).orElseGet(TreeMap::new);
    List<String> set = new ArrayList<>();
    defaults.forEach(
        (name, amount) -> {
          if (amounts.putIfAbsent(name, amount) == null) {
            set.add(name);
          }
        });
    if (!set.isEmpty()) {
      replace(list.apply(container.resources().ensure()), amounts);
    }
    return set;
  }

  private static void replace(TreeField map, Map<String, JsonNode> by) {
    map.set(JsonNodeFactory.instance.objectNode().setAll(by));
  }

  /** In the order of names. */
  private static Map<String, JsonNode> entries(JsonNode map) {
    Map<String, JsonNode> out = new TreeMap<>();
    map.properties().forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }
}
