package dev.muster.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.plugins.PodTopologyLabels;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import org.junit.jupiter.api.Test;

class PodTopologyLabelsTest {
  private static final Kind PODS = KubernetesKinds.kinds().byKind("v1", "Pod").orElseThrow();
  private final MemoryCluster cluster =
      new MemoryCluster()
          .with(
              """
              apiVersion: v1
              kind: Node
              metadata:
                name: node1
                labels: {topology.kubernetes.io/zone: z1, topology.kubernetes.io/region: r1, other: o}
              """);

  private String labels(boolean on, String subresource, String yaml) {
    String kind = subresource.isEmpty() ? "Pod" : "Binding";
    ObjectNode object = Objects.yaml("{apiVersion: v1, kind: " + kind + ", " + yaml.substring(1));
    new PodTopologyLabels(cluster, on)
        .admit(
            new AdmissionRequest(
                Operation.CREATE,
                PODS,
                subresource,
                "default",
                "p",
                object,
                null,
                User.of("alice"),
                false,
                warning -> {}));
    return object.path("metadata").path("labels").toString();
  }

  @Test
  void aPodOnANodeHasTheZoneOfTheNodeWhateverItSaid() {
    assertThat(
            labels(
                true,
                "",
                "{metadata: {labels: {a: b, topology.kubernetes.io/zone: mine}}, spec: {nodeName: node1}}"))
        .isEqualTo(
            "{\"a\":\"b\",\"topology.kubernetes.io/zone\":\"z1\",\"topology.kubernetes.io/region\":\"r1\"}");
  }

  @Test
  void soHasOneThatIsBound() {
    assertThat(labels(true, "binding", "{metadata: {}, target: {kind: Node, name: node1}}"))
        .contains("\"topology.kubernetes.io/zone\":\"z1\"");
    assertThat(labels(true, "binding", "{metadata: {}, target: {kind: Other, name: node1}}"))
        .isEmpty();
  }

  @Test
  void nothingIsSaidOfNodesThatAreNotThereNorWithTheGateOff() {
    assertThat(labels(true, "", "{metadata: {}, spec: {nodeName: gone}}")).isEmpty();
    assertThat(labels(true, "", "{metadata: {}, spec: {}}")).isEmpty();
    assertThat(labels(false, "", "{metadata: {}, spec: {nodeName: node1}}")).isEmpty();
  }
}
