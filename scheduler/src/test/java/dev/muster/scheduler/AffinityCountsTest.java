package dev.muster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What is counted once says the same as going through all pods and terms for each node. */
class AffinityCountsTest {
  private static final Map<String, Map<String, String>> NAMESPACES =
      Map.of("red", Map.of("team", "red"), "blue", Map.of("team", "blue"));

  private final ClusterState cluster = new ClusterState();
  private final Map<String, ClusterState.Neighbour> all = new LinkedHashMap<>();

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  private static String terms(Random random, String kind) {
    List<String> terms = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      terms.add(
          "{topologyKey: %s, labelSelector: {matchLabels: {app: %s}}%s}"
              .formatted(
                  pick(random, "zone", "host", "none"),
                  pick(random, "x", "y"),
                  pick(
                      random,
                      "",
                      "",
                      ", namespaces: [blue]",
                      ", namespaceSelector: {matchLabels: {team: red}}",
                      ", namespaceSelector: {}")));
    }
    return kind + ": {requiredDuringSchedulingIgnoredDuringExecution: " + terms + "}";
  }

  private static PlacedPod pod(Random random, String uid) {
    return PlacedPod.of(
        Pod.of(
            tree(
                """
                metadata: {name: p, uid: %s, namespace: %s, labels: {app: %s}}
                spec: {priority: %d, affinity: {%s, %s}}
                """
                    .formatted(
                        uid,
                        pick(random, "red", "blue"),
                        pick(random, "x", "y", "z"),
                        random.nextInt(3),
                        terms(random, "podAffinity"),
                        terms(random, "podAntiAffinity")))));
  }

  @RepeatedTest(60)
  void countingAgreesWithLooking(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    cluster.namespaces().putAll(NAMESPACES);
    for (int i = 0; i < 4; i++) {
      String zone = random.nextBoolean() ? ", zone: z" + random.nextInt(2) : "";
      cluster.putNode(
          CoreV1.Node.of(
              tree(
                  "metadata: {name: node-%d, labels: {host: h%d%s}}\nstatus: {allocatable: {pods: \"50\"}}"
                      .formatted(i, i, zone))));
    }
    for (int i = 0; i < 12; i++) {
      ClusterState.Neighbour each =
          new ClusterState.Neighbour(pod(random, "u" + i), "node-" + random.nextInt(4));
      cluster.place(each.pod(), each.node());
      all.put("u" + i, each);
    }
    for (int i = random.nextInt(8); i > 0; i--) {
      String gone = "u" + random.nextInt(12);
      assertThat(cluster.remove(gone)).isEqualTo(all.remove(gone) != null);
    }
    PlacedPod candidate = pod(random, "candidate");
    PodFilters filters = new PodFilters(candidate, cluster, Map.of());
    Map<String, Misfit> misfits = filters.misfits();
    for (NodeFit node : cluster.nodes()) {
      assertThat(Optional.ofNullable(misfits.get(node.name())).map(Misfit::scheduler))
          .as(node.name())
          .isEqualTo(look(candidate.pod(), node.labels()));
    }
    // supposing that others are gone leaves nothing behind
    assertThat(Preemption.of(filters, misfits)).isNotNull();
    assertThat(filters.misfits()).isEqualTo(misfits);
  }

  /** By the words of the API. */
  private Optional<String> look(Pod pod, Map<String, String> node) {
    for (JsonNode term : terms(pod, "podAffinity")) {
      boolean near = all.values().stream().anyMatch(o -> near(term, pod, o.pod().pod(), node, o));
      boolean first =
          all.values().stream().noneMatch(o -> means(term, pod, o.pod().pod()))
              && means(term, pod, pod);
      if (!near && !(first && node.containsKey(term.path("topologyKey").asText()))) {
        return Optional.of("node(s) didn't match pod affinity rules");
      }
    }
    for (JsonNode term : terms(pod, "podAntiAffinity")) {
      if (all.values().stream().anyMatch(o -> near(term, pod, o.pod().pod(), node, o))) {
        return Optional.of("node(s) didn't match pod anti-affinity rules");
      }
    }
    for (ClusterState.Neighbour other : all.values()) {
      for (JsonNode term : terms(other.pod().pod(), "podAntiAffinity")) {
        if (near(term, other.pod().pod(), pod, node, other)) {
          return Optional.of("node(s) didn't satisfy existing pods anti-affinity rules");
        }
      }
    }
    return Optional.empty();
  }

  private static JsonNode terms(Pod pod, String kind) {
    return pod.spec()
        .affinity()
        .tree()
        .path(kind)
        .path("requiredDuringSchedulingIgnoredDuringExecution");
  }

  private boolean near(
      JsonNode term, Pod owner, Pod meant, Map<String, String> node, ClusterState.Neighbour other) {
    String key = term.path("topologyKey").asText();
    String here = node.get(key);
    return here != null
        && here.equals(cluster.node(other.node()).labels().get(key))
        && means(term, owner, meant);
  }

  private static boolean means(JsonNode term, Pod owner, Pod other) {
    JsonNode selector = term.path("namespaceSelector");
    boolean named = term.path("namespaces").toString().contains("\"" + other.namespace() + "\"");
    boolean own =
        term.path("namespaces").isEmpty()
            && !selector.isObject()
            && owner.namespace().equals(other.namespace());
    boolean selected =
        selector.isObject()
            && LabelSelector.of(selector)
                .matches(NAMESPACES.getOrDefault(other.namespace(), Map.of()));
    return (named || own || selected)
        && LabelSelector.of(term.path("labelSelector")).matches(other.labels());
  }
}
