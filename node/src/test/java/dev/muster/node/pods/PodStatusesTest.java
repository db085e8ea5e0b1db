package dev.muster.node.pods;

import static dev.muster.node.pods.MadeUpPods.NODE;
import static dev.muster.node.pods.MadeUpPods.WELL;
import static dev.muster.node.pods.MadeUpPods.exited;
import static dev.muster.node.pods.MadeUpPods.pod;
import static dev.muster.node.pods.MadeUpPods.running;
import static dev.muster.node.pods.MadeUpPods.view;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.runtime.PodView;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodStatusesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static ObjectNode status(
      Pod pod, PodView view, Map<String, ContainerProblem> problems, boolean over) {
    return new PodStatuses(WELL, new Mismatches(), (uid, name) -> Optional.empty())
        .of(
            pod,
            NODE,
            new PodStatuses.Setting(
                view,
                problems,
                PodStatus.of(JsonNodeFactory.instance.objectNode()),
                over,
                List.of(),
                NOW,
                NOW));
  }

  @ParameterizedTest
  @CsvSource({
    "Always, -1, false, Running",
    "Always, 0, false, Running",
    "OnFailure, 0, false, Succeeded",
    "OnFailure, 1, false, Running",
    "Never, 0, false, Succeeded",
    "Never, 1, false, Failed",
    "Always, 1, true, Failed",
    "Always, 0, true, Succeeded"
  })
  void phases(String policy, int code, boolean over, String expected) {
    Pod pod = pod("restartPolicy: %s\ncontainers: [{name: main, image: i}]".formatted(policy));
    PodView view = view(code < 0 ? running("main") : exited("main", code));
    assertThat(status(pod, view, Map.of(), over).path("phase").asText()).isEqualTo(expected);
  }

  @Test
  void aPodWhoseContainerIsYetToComeIsPending() {
    Pod pod = pod("containers: [{name: main, image: i}]");
    ObjectNode status = status(pod, view(), Map.of(), false);
    assertThat(status.path("phase").asText()).isEqualTo("Pending");
    assertThat(status.at("/containerStatuses/0/state/waiting/reason").asText())
        .isEqualTo("ContainerCreating");
    assertThat(condition(status, "ContainersReady").path("message").asText())
        .isEqualTo("containers with unready status: [main]");
  }

  /** As after a restart of the agent: nothing tells of it but what was told before. */
  @Test
  void aPodThatTheNodeRejectedIsNotAboutToBeCreated() {
    Pod pod = pod("containers: [{name: main, image: i}]");
    ObjectNode before = PodStatuses.rejected(pod, "NodeAffinity", "not here", NOW);
    assertThat(
            new PodStatuses(WELL, new Mismatches(), (uid, name) -> Optional.empty())
                .of(
                    pod,
                    NODE,
                    new PodStatuses.Setting(
                        view(), Map.of(), PodStatus.of(before), true, List.of(), NOW, NOW)))
        .isEqualTo(before);
  }

  @Test
  void aContainerThatBacksOffShowsHowItEndedBefore() {
    Pod pod = pod("containers: [{name: main, image: i}]");
    ObjectNode status =
        status(
            pod,
            view(exited("main", 3)),
            Map.of("main", new ContainerProblem("CrashLoopBackOff", "back-off 10s")),
            false);
    assertThat(status.path("phase").asText()).isEqualTo("Running");
    JsonNode main = status.at("/containerStatuses/0");
    assertThat(main.at("/state/waiting/reason").asText()).isEqualTo("CrashLoopBackOff");
    assertThat(main.at("/lastState/terminated/exitCode").asInt()).isEqualTo(3);
    assertThat(main.at("/lastState/terminated/reason").asText()).isEqualTo("Error");
  }

  @Test
  void aRunningPodTellsItsAddressesAndConditions() {
    Pod pod = pod("containers: [{name: main, image: i}]");
    ObjectNode status = status(pod, view(running("main")), Map.of(), false);
    assertThat(status.path("podIP").asText()).isEqualTo("10.0.0.1");
    assertThat(status.path("hostIP").asText()).isEqualTo("192.0.2.1");
    assertThat(status.path("conditions"))
        .extracting(c -> c.path("type").asText() + " " + c.path("status").asText())
        .containsExactly(
            "PodReadyToStartContainers True",
            "Initialized True",
            "Ready True",
            "ContainersReady True",
            "PodScheduled True");
    assertThat(status.at("/containerStatuses/0/containerID").asText())
        .isEqualTo("containerd://main0");
  }

  private static JsonNode condition(ObjectNode status, String type) {
    for (JsonNode one : status.path("conditions")) {
      if (one.path("type").asText().equals(type)) {
        return one;
      }
    }
    return status.path("");
  }
}
