package dev.muster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who makes way for whom, and which node suits best. */
class PreemptionTest {
  private final List<ObjectNode> nodes = new ArrayList<>();
  private final Map<String, List<PlacedPod>> pods = new TreeMap<>();
  private final List<ObjectNode> budgets = new ArrayList<>();
  private final Map<String, Map<String, String>> namespaces =
      Map.of("n", Map.of(), "other", Map.of("team", "red"));

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private void node(String name, String labels) {
    nodes.add(
        tree(
            """
            metadata: {name: %s, labels: {kubernetes.io/hostname: %s%s}}
            status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10", example.com/foo: "2"}}
            """
                .formatted(name, name, labels.isEmpty() ? "" : ", " + labels)));
  }

  private static PlacedPod pod(String name, String more) {
    return PlacedPod.of(
        Pod.of(
            tree(
                "metadata: {name: %s, namespace: n, uid: %s, labels: {app: x}}\n%s"
                    .formatted(name, name, more))));
  }

  private static PlacedPod cpu(String name, long priority, String cpu) {
    return pod(
        name,
        "spec: {priority: %d, containers: [{name: c, resources: {requests: {cpu: \"%s\"}}}]}"
            .formatted(priority, cpu));
  }

  private void on(String node, PlacedPod... placed) {
    pods.put(node, List.of(placed));
  }

  private PodFilters filters(PlacedPod candidate) {
    ClusterState cluster = new ClusterState();
    nodes.forEach(node -> cluster.putNode(CoreV1.Node.of(node)));
    pods.forEach((node, all) -> all.forEach(pod -> cluster.place(pod, node)));
    cluster.namespaces().putAll(namespaces);
    budgets.forEach(
        budget -> cluster.budgets().put(budget.toString(), PodDisruptionBudget.of(budget)));
    return new PodFilters(candidate, cluster, Map.of());
  }

  private String outcome(PlacedPod candidate) {
    PodFilters filters = filters(candidate);
    return switch (Preemption.of(filters, filters.misfits())) {
      case Preemption.Outcome.Victims victims ->
          victims.node() + " " + victims.pods().stream().map(Pod::name).toList();
      case Preemption.Outcome.Nobody nobody -> nobody.message();
    };
  }

  private String best(PlacedPod candidate) {
    PodFilters filters = filters(candidate);
    Map<String, Misfit> misfits = filters.misfits();
    return NodeScores.best(
            candidate,
            filters.nodes().stream().filter(n -> !misfits.containsKey(n.name())).toList(),
            filters.cluster())
        .map(NodeFit::name)
        .orElse(
            "none: " + new TreeMap<>(misfits).values().stream().map(Misfit::scheduler).toList());
  }

  @Test
  void asFewAndAsUnimportantAsCanBeGo() {
    node("a", "");
    on("a", cpu("low", 1, "2"), cpu("lower", 0, "1"), cpu("high", 100, "1"));
    assertThat(outcome(cpu("p", 50, "1"))).isEqualTo("a [lower]");
    assertThat(outcome(cpu("p", 50, "2"))).isEqualTo("a [low]");
    assertThat(outcome(cpu("p", 50, "3"))).isEqualTo("a [low, lower]");
    assertThat(outcome(cpu("p", 50, "4")))
        .isEqualTo("0/1 nodes are available: 1 Insufficient cpu.");
    assertThat(outcome(cpu("p", 0, "1")))
        .isEqualTo("0/1 nodes are available: 1 No preemption victims found for incoming pod.");
    assertThat(outcome(cpu("p", 200, "5")))
        .isEqualTo("0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
  }

  @Test
  void theNodeWithTheLeastImportantVictimsIsChosen() {
    node("a", "");
    node("b", "");
    on("a", cpu("a1", 10, "4"));
    on("b", cpu("b1", 5, "2"), cpu("b2", 5, "2"));
    assertThat(outcome(cpu("p", 50, "3"))).isEqualTo("b [b1, b2]");
    budgets.add(
        tree(
            "metadata: {name: pdb, namespace: n}\nspec: {selector: {matchLabels: {app: x}}}\n"
                + "status: {disruptionsAllowed: 1}"));
    assertThat(outcome(cpu("p", 50, "3"))).isEqualTo("a [a1]");
  }

  @Test
  void extendedResourcesAreRoomToo() {
    node("a", "");
    String spec =
        "spec: {priority: %d, containers: [{name: c, resources: {requests: {example.com/foo: \"2\"}}}]}";
    on("a", pod("holder", spec.formatted(1)));
    assertThat(best(pod("p", spec.formatted(1)))).isEqualTo("none: [Insufficient example.com/foo]");
    assertThat(outcome(pod("p", spec.formatted(2)))).isEqualTo("a [holder]");
  }

  @Test
  void whoNeverPreemptsOrHasDoneSoWaits() {
    node("a", "");
    on("a", cpu("there", 1, "4"));
    String asks = "containers: [{name: c, resources: {requests: {cpu: \"4\"}}}]";
    assertThat(outcome(pod("p", "spec: {priority: 2, preemptionPolicy: Never, " + asks + "}")))
        .isEqualTo("not eligible due to preemptionPolicy=Never.");
    PlacedPod going =
        PlacedPod.of(
            Pod.of(
                tree(
                    "metadata: {name: g, namespace: n, uid: g, deletionTimestamp:"
                        + " \"2026-01-01T00:00:00Z\"}\nspec: {priority: 1, "
                        + asks
                        + "}")));
    on("a", going);
    assertThat(
            outcome(pod("p", "spec: {priority: 2, " + asks + "}\nstatus: {nominatedNodeName: a}")))
        .isEqualTo("not eligible due to a terminating pod on the nominated node.");
  }

  @Test
  void podsSpreadOverTheValuesOfALabel() {
    node("a", "zone: one");
    node("b", "zone: two");
    node("c", "");
    on("a", cpu("a1", 0, "1"));
    String rule =
        "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable:"
            + " DoNotSchedule, labelSelector: {matchLabels: {app: x}}%s}]}";
    assertThat(best(pod("p", rule.formatted("")))).isEqualTo("b");
    nodes.remove(1);
    assertThat(best(pod("p", rule.formatted("")))).isEqualTo("a");
    assertThat(best(pod("p", rule.formatted(", minDomains: 2"))))
        .isEqualTo(
            "none: [node(s) didn't match pod topology spread constraints, node(s) didn't match pod"
                + " topology spread constraints (missing required label)]");
  }

  @Test
  void wishesDecideAmongThoseThatFit() {
    node("a", "disk: hdd");
    node("b", "disk: ssd");
    on("a", cpu("a1", 0, "100m"));
    on("b", cpu("b1", 0, "100m"));
    assertThat(best(pod("p", "spec: {containers: [{name: c}]}"))).isEqualTo("a");
    assertThat(
            best(
                pod(
                    "p",
                    "spec: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution:"
                        + " [{weight: 1, preference: {matchExpressions: [{key: disk, operator: In,"
                        + " values: [ssd]}]}}]}}}")))
        .isEqualTo("b");
    on("a", cpu("a1", 0, "100m"), cpu("a2", 0, "100m"));
    String wish =
        "spec: {affinity: {%s: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100,"
            + " podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels:"
            + " {app: x}}}}]}}}";
    assertThat(best(pod("p", wish.formatted("podAffinity")))).isEqualTo("a");
    assertThat(best(pod("p", wish.formatted("podAntiAffinity")))).isEqualTo("b");
    assertThat(
            best(
                pod(
                    "p",
                    "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: disk,"
                        + " whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app:"
                        + " x}}}]}")))
        .isEqualTo("b");
    nodes
        .get(1)
        .withObject("/spec")
        .putArray("taints")
        .addObject()
        .put("key", "k")
        .put("effect", "PreferNoSchedule");
    assertThat(best(pod("p", "spec: {containers: [{name: c}]}"))).isEqualTo("a");
  }

  @Test
  void namespacesAreChosenByTheirLabels() {
    node("a", "");
    PlacedPod far =
        PlacedPod.of(
            Pod.of(
                tree("metadata: {name: f, namespace: other, uid: f, labels: {app: x}}\nspec: {}")));
    on("a", far);
    String anti =
        "spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}},"
            + " namespaceSelector: {matchLabels: {team: %s}}}]}}}";
    assertThat(best(pod("p", anti.formatted("red"))))
        .isEqualTo("none: [node(s) didn't match pod anti-affinity rules]");
    assertThat(best(pod("p", anti.formatted("blue")))).isEqualTo("a");
  }
}
