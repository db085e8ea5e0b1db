package dev.muster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever makes thousands of pods, or terms, does not slow the placing of others' pods. Work is
 * counted: what is read of pods, and how often a term is held against a pod's labels.
 */
class SchedulerWorkTest {
  private static final String ANTI =
      "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
          + " [{topologyKey: zone, labelSelector: {matchLabels: {%s: other}}}]}}";

  private final ClusterState cluster = new ClusterState();
  private final AtomicLong reads = new AtomicLong();

  @BeforeEach
  void namespaces() {
    cluster.namespaces().put("own", Map.of());
    cluster.namespaces().put("hostile", Map.of());
  }

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode node(int number) {
    return tree(
        "metadata: {name: node-%d, labels: {zone: zone-%d}}\nstatus: {allocatable: {pods: \"1000\"}}"
            .formatted(number, number));
  }

  private static ObjectNode pod(String namespace, String name, String spec) {
    return tree(
        "metadata: {name: %s, uid: %s-%s, namespace: %s, labels: {app: x}}\nspec: {%s}"
            .formatted(name, namespace, name, namespace, spec));
  }

  /** With labels that count. */
  private static PlacedPod counted(PlacedPod pod) {
    return new PlacedPod(
        pod.pod(),
        new CountedLabels(pod.labels()),
        pod.requests(),
        pod.ports(),
        pod.scored(),
        pod.terms());
  }

  private static PlacedPod placed(String namespace, String name, String spec) {
    return counted(PlacedPod.of(Pod.of(pod(namespace, name, spec))));
  }

  private static long reads(PlacedPod pod) {
    return ((CountedLabels) pod.labels()).reads;
  }

  /** Asks every node. */
  private void ask(PlacedPod candidate) {
    assertThat(new PodFilters(candidate, cluster, Map.of()).misfits()).isEmpty();
  }

  private void nodes(int many) {
    for (int i = 0; i < many; i++) {
      cluster.putNode(CoreV1.Node.of(node(i)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 1_000})
  void nothingIsReadOfPodsThatWaitOrRunWhileAnotherIsPlaced(int many) throws Exception {
    SchedulerCache cache = new SchedulerCache(Clock.systemUTC());
    for (int i = 0; i < 3; i++) {
      new NodeListener(cache).changed(node(i));
    }
    for (int i = 0; i < many; i++) {
      String terms = ANTI.formatted("key-" + i);
      cache.put(Pod.of(new CountedTree(pod("hostile", "waits-" + i, terms), reads)));
      String bound = "nodeName: node-" + i % 3 + ", " + terms;
      cache.put(Pod.of(new CountedTree(pod("hostile", "runs-" + i, bound), reads)));
    }
    cache.put(Pod.of(pod("own", "mine", "priority: 1, " + ANTI.formatted("app"))));
    long before = reads.get();
    Pod next = cache.take();
    assertThat(next.name()).isEqualTo("mine");
    assertThat(cache.place(next)).isInstanceOf(Placement.On.class);
    assertThat(reads).hasValue(before);
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "100, 10", "100, 500"})
  void termsOfAnotherNamespaceAreNotHeldAgainstAPod(int nodes, int terms) {
    nodes(nodes);
    for (int i = 0; i < terms; i++) {
      cluster.place(placed("hostile", "p-" + i, ANTI.formatted("key-" + i)), "node-" + i % nodes);
    }
    PlacedPod candidate = placed("own", "mine", "");
    ask(candidate);
    assertThat(reads(candidate)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "100, 10", "100, 500"})
  void termsThatAreWrittenAlikeAreHeldAgainstAPodOnceAndNotForEachNode(int nodes, int pods) {
    nodes(nodes);
    for (int i = 0; i < pods; i++) {
      cluster.place(placed("own", "p-" + i, ANTI.formatted("app")), "node-" + i % nodes);
    }
    PlacedPod candidate = placed("own", "mine", "");
    ask(candidate);
    assertThat(reads(candidate)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100})
  void aPodsOwnTermsAreHeldAgainstEachPodOfTheirNamespaceOnce(int nodes) {
    nodes(nodes);
    PlacedPod near = placed("own", "near", "");
    PlacedPod far = placed("hostile", "far", "");
    cluster.place(near, "node-0");
    cluster.place(far, "node-0");
    String spread =
        ", topologySpreadConstraints: [{maxSkew: 5, topologyKey: zone, whenUnsatisfiable:"
            + " DoNotSchedule, labelSelector: {matchLabels: {app: other}}}]";
    ask(placed("own", "mine", ANTI.formatted("app") + spread));
    assertThat(List.of(reads(near), reads(far))).containsExactly(2L, 0L);
  }

  @Test
  void whatIsGoneLeavesNoTermsBehind() {
    nodes(1);
    PlacedPod there = placed("own", "there", ANTI.formatted("app").replace("other", "x"));
    cluster.place(there, "node-0");
    PlacedPod candidate = placed("own", "mine", "");
    assertThat(new PodFilters(candidate, cluster, Map.of()).misfits()).hasSize(1);
    assertThat(cluster.remove("own-there")).isTrue();
    assertThat(cluster.remove("own-there")).isFalse();
    ask(candidate);
  }
}
