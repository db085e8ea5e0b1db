package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeLifecycleTest {
  private static final String SYSTEM = "kube-node-lease";

  private final ControlledCluster cluster = new ControlledCluster();
  private final Kind nodes = cluster.kind("v1", "Node");
  private final Kind pods = cluster.kind("v1", "Pod");
  private final Kind leases = cluster.kind("coordination.k8s.io/v1", "Lease");
  private final NodeLifecycle lifecycle =
      new NodeLifecycle(
          cluster.writer, cluster.kinds, cluster.clock, java.time.Duration.ofSeconds(50));
  private String node = "";

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aNodeThatRenewsItsLeaseStaysReady() {
    start();
    for (int i = 0; i < 10; i++) {
      assertThat(lifecycle.sync("n")).isEqualTo(Sync.after(Duration.ofMillis(50_001)));
      cluster.clock.advance(Duration.ofSeconds(40));
      renew();
    }
    assertThat(status("Ready")).isEqualTo("True");
    assertThat(taints()).isEmpty();
    assertThat(cluster.events()).isEmpty();
  }

  @Test
  void aSilentNodeIsUnreachableAndItsPodsAreNotReady() {
    start();
    String pod = pod("here", "n");
    String other = pod("elsewhere", "m");
    lifecycle.sync("n");
    cluster.clock.advance(Duration.ofSeconds(49));
    assertThat(lifecycle.sync("n")).isEqualTo(Sync.after(Duration.ofMillis(1001)));
    assertThat(status("Ready")).isEqualTo("True");
    cluster.clock.advance(Duration.ofSeconds(1));
    assertThat(lifecycle.sync("n")).isEqualTo(Sync.DONE);
    for (String type : List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure")) {
      assertThat(status(type)).isEqualTo("Unknown");
    }
    JsonNode ready = cluster.condition(node, "Ready");
    assertThat(ready.path("reason").asText()).isEqualTo("NodeStatusUnknown");
    assertThat(ready.path("message").asText()).isEqualTo("Kubelet stopped posting node status.");
    assertThat(taints())
        .containsExactly(
            "node.kubernetes.io/unreachable:NoSchedule",
            "node.kubernetes.io/unreachable:NoExecute");
    assertThat(cluster.condition(pod, "Ready").path("status").asText()).isEqualTo("False");
    assertThat(cluster.condition(other, "Ready").path("status").asText()).isEqualTo("True");
    assertThat(cluster.events())
        .containsExactlyInAnyOrder(
            "node-controller Normal NodeNotReady: Node n status is now: NodeNotReady",
            "node-controller Warning NodeNotReady: Node is not ready");
    lifecycle.sync("n");
    assertThat(cluster.events()).hasSize(2);
  }

  @Test
  void aNodeThatIsBackLosesItsTaints() {
    start();
    lifecycle.sync("n");
    cluster.clock.advance(Duration.ofMinutes(1));
    lifecycle.sync("n");
    renew();
    say("True");
    assertThat(lifecycle.sync("n")).isEqualTo(Sync.after(Duration.ofMillis(50_001)));
    assertThat(taints()).isEmpty();
    assertThat(status("Ready")).isEqualTo("True");
  }

  @Test
  void aNodeThatSaysItIsNotReadyIsTainted() {
    start();
    String pod = pod("here", "n");
    lifecycle.sync("n");
    say("False");
    lifecycle.sync("n");
    assertThat(taints())
        .containsExactly(
            "node.kubernetes.io/not-ready:NoSchedule", "node.kubernetes.io/not-ready:NoExecute");
    assertThat(cluster.condition(pod, "Ready").path("status").asText()).isEqualTo("False");
  }

  /** The server was away for a day; so its nodes could not renew anything. */
  @Test
  void silenceBeforeTheFirstLookDoesNotCount() {
    start();
    cluster.clock.advance(Duration.ofDays(1));
    assertThat(lifecycle.sync("n")).isEqualTo(Sync.after(Duration.ofMillis(50_001)));
    assertThat(status("Ready")).isEqualTo("True");
  }

  @Test
  void aNodeThatNeverSaidAnythingIsUnknownAfterAMinute() {
    node = cluster.create(nodes, "", "{\"metadata\":{\"name\":\"n\"}}");
    assertThat(lifecycle.sync("n")).isEqualTo(Sync.after(Duration.ofMillis(60_001)));
    assertThat(taints()).containsExactly("node.kubernetes.io/not-ready:NoSchedule");
    cluster.clock.advance(Duration.ofMinutes(1));
    lifecycle.sync("n");
    JsonNode ready = cluster.condition(node, "Ready");
    assertThat(ready.path("status").asText()).isEqualTo("Unknown");
    assertThat(ready.path("reason").asText()).isEqualTo("NodeStatusNeverUpdated");
    assertThat(ready.path("message").asText()).isEqualTo("Kubelet never posted node status.");
  }

  private void start() {
    node = cluster.create(nodes, "", "{\"metadata\":{\"name\":\"n\"}}");
    cluster.create(
        leases,
        SYSTEM,
        "{\"metadata\":{\"name\":\"n\",\"namespace\":\"" + SYSTEM + "\"},\"spec\":{}}");
    renew();
    say("True");
  }

  private void renew() {
    cluster.change(
        leases,
        SYSTEM,
        "n",
        "",
        next -> next.withObject("/spec").put("renewTime", Times.micros(cluster.clock.instant())));
  }

  private void say(String ready) {
    String now = Times.seconds(cluster.clock.instant());
    cluster.change(
        nodes,
        "",
        "n",
        "status",
        next -> {
          var all = next.withObject("/status").putArray("conditions");
          for (String type : List.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")) {
            all.addObject()
                .put("type", type)
                .put("status", type.equals("Ready") ? ready : "False")
                .put("lastHeartbeatTime", now)
                .put("lastTransitionTime", now);
          }
        });
  }

  private String pod(String name, String on) {
    String key =
        cluster.create(
            pods,
            "default",
            """
            {"metadata":{"name":"%s","namespace":"default"},
             "spec":{"nodeName":"%s","containers":[{"name":"c","image":"i"}]}}
            """
                .formatted(name, on));
    cluster.change(
        pods,
        "default",
        name,
        "status",
        next ->
            next.withObject("/status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True"));
    return key;
  }

  private String status(String type) {
    return cluster.condition(node, type).path("status").asText();
  }

  private List<String> taints() {
    List<String> taints = new ArrayList<>();
    cluster
        .get(node)
        .path("spec")
        .path("taints")
        .forEach(t -> taints.add(t.path("key").asText() + ":" + t.path("effect").asText()));
    return taints;
  }
}
