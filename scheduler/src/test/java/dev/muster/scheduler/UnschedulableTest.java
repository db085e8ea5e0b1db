package dev.muster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Pod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pods a node takes, and the sentence for those it does not. */
class UnschedulableTest {
  private static final String NODE =
      """
      metadata: {name: a, labels: {disk: ssd, size: "5", kubernetes.io/hostname: a}}
      spec: {taints: [{key: team, value: red, effect: NoSchedule}]}
      status: {allocatable: {cpu: "2", memory: 1Gi, pods: "2"}}
      """;

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static String verdict(String spec, PlacedPod... others) {
    String tolerant = "tolerations: [{key: team, operator: Exists}], " + spec;
    return check("{" + tolerant + "}", others);
  }

  private static String check(String spec, PlacedPod... others) {
    Pod pod = Pod.of(tree("metadata: {name: p, namespace: n, labels: {app: x}}\nspec: " + spec));
    ClusterState cluster = new ClusterState();
    cluster.putNode(CoreV1.Node.of(tree(NODE)));
    cluster.namespaces().put("n", Map.of());
    List.of(others).forEach(other -> cluster.place(other, "a"));
    return new PodFilters(PlacedPod.of(pod), cluster, Map.of())
        .check(cluster.node("a"))
        .map(Misfit::scheduler)
        .orElse("fits");
  }

  private static PlacedPod other(String spec) {
    return other("o", spec);
  }

  private static PlacedPod other(String uid, String spec) {
    return PlacedPod.of(
        Pod.of(
            tree(
                "metadata: {name: o, uid: %s, namespace: n, labels: {app: x}}\nspec: {%s}"
                    .formatted(uid, spec))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeSelector: {disk: ssd}| fits",
        "nodeSelector: {disk: hdd}| node(s) didn't match Pod's node affinity/selector",
        "containers: [{name: c, resources: {requests: {cpu: 1500m}}}]| fits",
        "containers: [{name: c, resources: {requests: {cpu: 2001m}}}]| Insufficient cpu",
        "containers: [{name: c, resources: {requests: {memory: 2Gi}}}]| Insufficient memory",
        "securityContext: {supplementalGroupsPolicy: Strict}| node(s) didn't support the Pod's"
            + " supplementalGroupsPolicy Strict",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " {nodeSelectorTerms: [{matchExpressions: [{key: size, operator: Gt, values:"
            + " [\"4\"]}]}]}}}| fits",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values:"
            + " [b]}]}]}}}| node(s) didn't match Pod's node affinity/selector",
      })
  void alone(String spec, String expected) {
    assertThat(verdict(spec)).isEqualTo(expected);
  }

  @Test
  void taintsKeepAwayWhoDoesNotTolerateThem() {
    assertThat(check("{}")).isEqualTo("node(s) had untolerated taint(s)");
    assertThat(check("{tolerations: [{key: team, value: red}]}")).isEqualTo("fits");
    assertThat(check("{tolerations: [{key: team, value: blue}]}"))
        .isEqualTo("node(s) had untolerated taint(s)");
  }

  @Test
  void othersTakeRoomPortsAndNeighbourhood() {
    String one =
        "containers: [{name: c, resources: {requests: {cpu: 1500m}}, ports: [{hostPort: 80}]}]";
    assertThat(verdict("containers: [{name: c, resources: {requests: {cpu: 600m}}}]", other(one)))
        .isEqualTo("Insufficient cpu");
    assertThat(verdict("containers: [{name: c, ports: [{hostPort: 80}]}]", other(one)))
        .isEqualTo("node(s) didn't have free ports for the requested pod ports");
    assertThat(verdict("x: y", other("one", ""), other("two", ""))).isEqualTo("Too many pods");
    String anti =
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}}}]}}";
    assertThat(verdict(anti, other(""))).isEqualTo("node(s) didn't match pod anti-affinity rules");
    assertThat(verdict("x: y", other(anti)))
        .isEqualTo("node(s) didn't satisfy existing pods anti-affinity rules");
  }

  @Test
  void theSentenceCountsNodes() {
    assertThat(Unschedulable.message(List.of())).isEqualTo("no nodes available to schedule pods");
    Misfit cpu = new Misfit("Insufficient cpu", "OutOfcpu", "", false);
    Misfit taint = Misfit.of("TaintToleration", "node(s) had untolerated taint(s)", true);
    List<Misfit> misfits = List.of(cpu, taint, cpu);
    assertThat(Unschedulable.message(misfits))
        .isEqualTo(
            "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.");
    String nobody =
        Unschedulable.counted(
            List.of(
                "No preemption victims found for incoming pod",
                "Preemption is not helpful for scheduling",
                "No preemption victims found for incoming pod"));
    assertThat(Unschedulable.message(misfits, new Preemption.Outcome.Nobody(nobody, false)))
        .isEqualTo(
            "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. no new"
                + " claims to deallocate, preemption: 0/3 nodes are available: 1 Preemption is not"
                + " helpful for scheduling, 2 No preemption victims found for incoming pod.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1| 1| 500m| | Insufficient cpu",
        "500m| 1500m| 1500m| | Insufficient cpu",
        "500m| 500m| 1500m| | Insufficient cpu",
        "1500m| 500m| 500m| Deferred| Insufficient cpu",
        "1500m| 500m| 500m| Infeasible| fits",
        "500m| 500m| 500m| | fits",
      })
  void aPodThatIsResizedTakesTheMostOfWhatItMayHave(
      String asked, String granted, String has, String pending, String verdict) {
    Pod resized =
        Pod.of(
            tree(
                """
                metadata: {name: o, namespace: n}
                spec: {containers: [{name: c, resources: {requests: {cpu: %s}}}]}
                status:
                  conditions: [{type: PodResizePending, reason: %s}]
                  containerStatuses:
                  - {name: c, allocatedResources: {cpu: %s}, resources: {requests: {cpu: %s}}}
                """
                    .formatted(asked, pending, granted, has)));
    assertThat(
            verdict(
                "containers: [{name: c, resources: {requests: {cpu: 1500m}}}]",
                PlacedPod.effective(resized)))
        .isEqualTo(verdict);
  }
}
