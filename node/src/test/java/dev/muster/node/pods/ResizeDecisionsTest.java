package dev.muster.node.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.Credential;
import dev.muster.model.codec.Yaml;
import dev.muster.node.containers.InPlaceResize;
import dev.muster.node.containers.LinuxPlatform;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.containers.WindowsPlatform;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.NodePressure;
import dev.muster.node.resize.Allocations;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.pki.Trust;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node grants of what running pods ask for. */
class ResizeDecisionsTest {
  @TempDir Path directory;

  private ApiClient nowhere;
  private EventRecorder events;
  private Allocations allocations;

  @BeforeEach
  void start() {
    nowhere =
        new ApiClient(
            new ClientConfig(
                URI.create("http://127.0.0.1:1"),
                new Trust.Machine(),
                Optional.empty(),
                new Credential.None(),
                "default"));
    events = EventRecorder.start(nowhere, "kubelet", "node", Clock.systemUTC());
    allocations = new Allocations(new PodPaths(directory, directory));
  }

  @AfterEach
  void stop() {
    events.close();
    nowhere.close();
  }

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static Pod asking(String cpu) {
    return Pod.of(
        tree(
            """
            metadata: {name: p, namespace: n, uid: u, generation: 2}
            spec: {containers: [{name: c, resources: {requests: {cpu: "%s"}}}]}
            """
                .formatted(cpu)));
  }

  /** A pod that was granted one processor asks for something else. */
  private String decide(InPlaceResize platform, String cpu) throws IOException {
    ObjectNode node = tree("status: {allocatable: {cpu: \"4\", memory: 1Gi, pods: \"10\"}}");
    PodAdmission admission =
        new PodAdmission(
            () -> node,
            () -> {},
            () -> new GroupsPolicySupport(35, true, true),
            SysctlAllowlist.of("6.1", List.of()),
            new NodePressure());
    allocations.allocate(asking("1"));
    ResizeConditions conditions = new ResizeConditions(List.of(), Clock.systemUTC());
    boolean granted =
        new ResizeDecisions(platform, allocations, admission, () -> node, events)
            .decide(asking(cpu), conditions, List.of());
    JsonNode told = conditions.list().getFirst();
    return granted + " " + told.path("reason").asText() + " " + told.path("message").asText();
  }

  @Test
  void whatFitsIsGranted() throws IOException {
    assertThat(decide(new LinuxPlatform(1 << 30, 4).resize(), "2")).isEqualTo("true  ");
  }

  @Test
  void whatTheNodeNeverHasIsInfeasible() throws IOException {
    assertThat(decide(new LinuxPlatform(1 << 30, 4).resize(), "5"))
        .isEqualTo(
            "false Infeasible Node didn't have enough capacity: cpu, requested: 5000, capacity:"
                + " 4000");
  }

  @Test
  void onWindowsEveryResizeIsInfeasible() throws IOException {
    assertThat(decide(new WindowsPlatform(4).resize(), "2"))
        .isEqualTo("false Infeasible In-place pod resize is not supported on Windows");
  }
}
