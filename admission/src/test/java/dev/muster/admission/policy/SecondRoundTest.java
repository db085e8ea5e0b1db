package dev.muster.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.accounts.ServiceAccountPlugin;
import dev.muster.admission.limits.LimitRanger;
import dev.muster.admission.plugins.DefaultTolerationSeconds;
import dev.muster.admission.plugins.Priority;
import dev.muster.admission.plugins.RuntimeClass;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The server's own plugins look at a pod twice when a policy changed it, and change it once. */
class SecondRoundTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: shop}
      spec:
        priorityClassName: high
        runtimeClassName: heavy
        containers: [{name: c, image: "nginx:1.27"}]
      """;

  private static ObjectNode written(String condition) {
    MemoryCluster cluster = new MemoryCluster();
    BoundMutations policies =
        new BoundMutations(
            cluster,
            new LimitRanger(cluster),
            new ServiceAccountPlugin(cluster),
            new Priority(cluster),
            new DefaultTolerationSeconds(),
            new RuntimeClass(cluster));
    cluster
        .with("{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: shop}}")
        .with(
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 7}")
        .with(
            "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: heavy}, handler: h,"
                + " overhead: {podFixed: {cpu: 10m}}, scheduling: {nodeSelector: {a: b}}}")
        .with(
            "{apiVersion: v1, kind: LimitRange, metadata: {name: l, namespace: shop}, spec: {limits:"
                + " [{type: Container, default: {cpu: 1}, defaultRequest: {cpu: 1}}]}}");
    policies.apply(
        "p",
        "Object{spec: Object.spec{hostname: 'h'}}",
        "reinvocationPolicy: IfNeeded\nmatchConditions: [{name: c, expression: \"%s\"}]"
            .formatted(condition));
    return policies.written(POD);
  }

  /** The order of fields and the random name of a volume do not matter. */
  private static JsonNode settled(ObjectNode pod) throws IOException {
    return Trees.parse(
        pod.toString()
            .replaceAll("kube-api-access-[a-z0-9]+", "kube-api-access")
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void podsAreAsAfterOneRound() throws IOException {
    ObjectNode twice = written("true");
    assertThat(((ObjectNode) twice.get("spec")).remove("hostname").asText()).isEqualTo("h");
    assertThat(settled(twice)).isEqualTo(settled(written("false")));
    assertThat(twice.at("/spec/priority").asInt()).isEqualTo(7);
    assertThat(twice.at("/spec/overhead/cpu").asText()).isEqualTo("10m");
    assertThat(twice.at("/spec/volumes")).hasSize(1);
  }
}
