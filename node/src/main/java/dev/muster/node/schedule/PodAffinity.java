package dev.muster.node.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.selector.LabelSelector;
import dev.muster.node.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Required affinity and anti-affinity between pods. Namespaces are chosen by name; a namespace
 * selector stands for all namespaces if it is empty and for none otherwise.
 */
final class PodAffinity {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  /** A pod and the labels of the node it runs on. */
  record Neighbour(Pod pod, Map<String, String> nodeLabels) {}

  private PodAffinity() {}

  static Optional<Misfit> check(Pod pod, Map<String, String> labels, List<Neighbour> others) {
    for (JsonNode term : terms(pod, "podAffinity")) {
      boolean met = others.stream().anyMatch(o -> near(term, pod, o.pod(), labels, o.nodeLabels()));
      boolean first =
          others.stream().noneMatch(o -> selects(term, pod, o.pod())) && selects(term, pod, pod);
      if (!met && !(first && labels.containsKey(topology(term)))) {
        return Optional.of(
            Misfit.of("InterPodAffinity", "node(s) didn't match pod affinity rules", true));
      }
    }
    for (JsonNode term : terms(pod, "podAntiAffinity")) {
      if (others.stream().anyMatch(o -> near(term, pod, o.pod(), labels, o.nodeLabels()))) {
        return Optional.of(
            Misfit.of("InterPodAffinity", "node(s) didn't match pod anti-affinity rules", false));
      }
    }
    for (Neighbour other : others) {
      for (JsonNode term : terms(other.pod(), "podAntiAffinity")) {
        if (near(term, other.pod(), pod, other.nodeLabels(), labels)) {
          return Optional.of(
              Misfit.of(
                  "InterPodAffinity",
                  "node(s) didn't satisfy existing pods anti-affinity rules",
                  false));
        }
      }
    }
    return Optional.empty();
  }

  private static List<JsonNode> terms(Pod pod, String kind) {
    List<JsonNode> all = new ArrayList<>();
    pod.spec().path("affinity").path(kind).path(REQUIRED).forEach(all::add);
    return all;
  }

  private static String topology(JsonNode term) {
    return term.path("topologyKey").asText();
  }

  private static boolean near(
      JsonNode term,
      Pod owner,
      Pod other,
      Map<String, String> ownerNode,
      Map<String, String> otherNode) {
    String here = ownerNode.get(topology(term));
    return here != null
        && here.equals(otherNode.get(topology(term)))
        && selects(term, owner, other);
  }

  private static boolean selects(JsonNode term, Pod owner, Pod other) {
    JsonNode selector = term.path("labelSelector");
    return selector.isObject()
        && inNamespaces(term, owner, other)
        && LabelSelector.of(selector).matches(other.labels());
  }

  private static boolean inNamespaces(JsonNode term, Pod owner, Pod other) {
    JsonNode names = term.path("namespaces");
    JsonNode selector = term.path("namespaceSelector");
    if (selector.isObject() && selector.isEmpty()) {
      return true;
    }
    if (names.isEmpty() && !selector.isObject()) {
      return owner.namespace().equals(other.namespace());
    }
    for (JsonNode name : names) {
      if (name.asText().equals(other.namespace())) {
        return true;
      }
    }
    return false;
  }
}
