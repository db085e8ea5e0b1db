package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.podspec.Pod;
import dev.muster.model.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Affinity and anti-affinity between pods: as a rule, or as a wish. */
final class PodAffinity {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  /** A pod and the labels of the node it runs on. */
  record Neighbour(Pod pod, Map<String, String> nodeLabels) {}

  private final ClusterSnapshot snapshot;

  private PodAffinity(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  static Optional<Misfit> check(Pod pod, Map<String, String> labels, ClusterSnapshot snapshot) {
    return new PodAffinity(snapshot).check(pod, labels);
  }

  /** How much a node is wished for: by the pod, and by those that are there. */
  static long preference(Pod pod, Map<String, String> labels, ClusterSnapshot snapshot) {
    return new PodAffinity(snapshot).preference(pod, labels);
  }

  private Optional<Misfit> check(Pod pod, Map<String, String> labels) {
    List<Neighbour> others = snapshot.neighbours();
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

  private long preference(Pod pod, Map<String, String> labels) {
    long sum = 0;
    for (Neighbour other : snapshot.neighbours()) {
      sum += wishes(pod, other.pod(), labels, other.nodeLabels());
      sum += wishes(other.pod(), pod, other.nodeLabels(), labels);
      for (JsonNode term : terms(other.pod(), "podAffinity")) {
        sum += near(term, other.pod(), pod, other.nodeLabels(), labels) ? 1 : 0;
      }
    }
    return sum;
  }

  private long wishes(
      Pod owner, Pod other, Map<String, String> ownerNode, Map<String, String> otherNode) {
    long sum = 0;
    JsonNode affinity = owner.spec().path("affinity");
    for (JsonNode wish : affinity.path("podAffinity").path(PREFERRED)) {
      JsonNode term = wish.path("podAffinityTerm");
      sum += near(term, owner, other, ownerNode, otherNode) ? wish.path("weight").asLong() : 0;
    }
    for (JsonNode wish : affinity.path("podAntiAffinity").path(PREFERRED)) {
      JsonNode term = wish.path("podAffinityTerm");
      sum -= near(term, owner, other, ownerNode, otherNode) ? wish.path("weight").asLong() : 0;
    }
    return sum;
  }

  private static List<JsonNode> terms(Pod pod, String kind) {
    List<JsonNode> all = new ArrayList<>();
    pod.spec().path("affinity").path(kind).path(REQUIRED).forEach(all::add);
    return all;
  }

  private static String topology(JsonNode term) {
    return term.path("topologyKey").asText();
  }

  private boolean near(
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

  private boolean selects(JsonNode term, Pod owner, Pod other) {
    JsonNode selector = term.path("labelSelector");
    return selector.isObject()
        && inNamespaces(term, owner, other)
        && LabelSelector.of(selector).matches(other.labels());
  }

  private boolean inNamespaces(JsonNode term, Pod owner, Pod other) {
    JsonNode names = term.path("namespaces");
    JsonNode selector = term.path("namespaceSelector");
    if (selector.isObject()
        && LabelSelector.of(selector).matches(snapshot.namespaceLabels(other.namespace()))) {
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
