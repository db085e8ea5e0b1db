package dev.muster.node.pods;

import static dev.muster.node.pods.Pods.WELL;
import static dev.muster.node.pods.Pods.exited;
import static dev.muster.node.pods.Pods.pod;
import static dev.muster.node.pods.Pods.running;
import static dev.muster.node.pods.Pods.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
  private static final Pod TWO_INITS =
      pod(
          """
          restartPolicy: %s
          initContainers:
          - {name: first, image: i}
          - {name: side, image: i, restartPolicy: Always}
          - {name: second, image: i}
          containers: [{name: main, image: i}]
          """
              .formatted("OnFailure"));

  private static String next(Pod pod, PodView view) {
    return switch (Planner.next(pod, view, WELL)) {
      case Step.NewSandbox made -> "sandbox " + made.attempt();
      case Step.End end -> "end";
      case Step.Containers change ->
          "start " + change.starts().stream().map(Container::name).toList();
    };
  }

  @Test
  void aPodBeginsWithASandbox() {
    assertThat(next(TWO_INITS, PodView.none("u"))).isEqualTo("sandbox 0");
  }

  @Test
  void initContainersRunInTheirOrder() {
    assertThat(next(TWO_INITS, view())).isEqualTo("start [first]");
    assertThat(next(TWO_INITS, view(running("first")))).isEqualTo("start []");
    assertThat(next(TWO_INITS, view(exited("first", 0)))).isEqualTo("start [side]");
    assertThat(next(TWO_INITS, view(exited("first", 0), running("side"))))
        .isEqualTo("start [second]");
    assertThat(next(TWO_INITS, view(exited("first", 0), running("side"), exited("second", 0))))
        .isEqualTo("start [main]");
  }

  @Test
  void aSidecarThatEndedIsStartedAgainBesideTheOthers() {
    assertThat(
            next(
                TWO_INITS,
                view(exited("first", 0), exited("side", 1), exited("second", 0), running("main"))))
        .isEqualTo("start [side]");
  }

  @Test
  void whenTheAppHasEndedSidecarsGoToo() {
    assertThat(
            next(
                TWO_INITS,
                view(exited("first", 0), running("side"), exited("second", 0), exited("main", 0))))
        .isEqualTo("end");
  }

  @ParameterizedTest
  @CsvSource({
    "Always, 0, start [main]",
    "Always, 1, start [main]",
    "OnFailure, 0, end",
    "OnFailure, 1, start [main]",
    "Never, 0, end",
    "Never, 1, end"
  })
  void theRestartPolicyDecidesWhatFollowsAnEnd(String policy, int code, String expected) {
    Pod pod = pod("restartPolicy: %s\ncontainers: [{name: main, image: i}]".formatted(policy));
    assertThat(next(pod, view(exited("main", code)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Always, start [init]", "OnFailure, start [init]", "Never, end"})
  void anInitContainerThatFails(String policy, String expected) {
    Pod pod =
        pod(
            """
            restartPolicy: %s
            initContainers: [{name: init, image: i}]
            containers: [{name: main, image: i}]
            """
                .formatted(policy));
    assertThat(next(pod, view(exited("init", 1)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"false, sandbox 1", "true, start [main]"})
  void aSandboxWithoutAddressesIsUsedIfTheRuntimeHasNone(boolean loopbackOnly, String expected) {
    Pod pod = pod("containers: [{name: main, image: i}]");
    SandboxView sandbox = new SandboxView("s0", 0, true, 1, List.of(), loopbackOnly);
    assertThat(next(pod, new PodView("u", "n", "p", List.of(sandbox), List.of())))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"Always, sandbox 1", "Never, end"})
  void aSandboxThatDied(String policy, String expected) {
    Pod pod = pod("restartPolicy: %s\ncontainers: [{name: main, image: i}]".formatted(policy));
    ContainerView main = exited("main", 137);
    PodView dead =
        new PodView(
            "u",
            "n",
            "p",
            List.of(new SandboxView("s0", 0, false, 1, List.of(), false)),
            List.of(main));
    assertThat(next(pod, dead)).isEqualTo(expected);
  }
}
