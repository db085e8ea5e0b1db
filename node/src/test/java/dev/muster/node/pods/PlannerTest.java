package dev.muster.node.pods;

import static dev.muster.node.pods.MadeUpPods.SICK;
import static dev.muster.node.pods.MadeUpPods.WELL;
import static dev.muster.node.pods.MadeUpPods.exited;
import static dev.muster.node.pods.MadeUpPods.pod;
import static dev.muster.node.pods.MadeUpPods.running;
import static dev.muster.node.pods.MadeUpPods.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.containers.Backoffs;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.time.Instant;
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
    return switch (Planner.next(pod, view, WELL, c -> false)) {
      case Step.NewSandbox made -> "sandbox " + made.attempt();
      case Step.End end -> "end";
      case Step.Containers change ->
          "start " + change.starts().stream().map(ContainerSpec::name).toList();
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

  @ParameterizedTest(name = "{0} and {1} after {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Never  | restartPolicy: Always    | 0  | start [main]",
        "Always | restartPolicy: Never     | 1  | end",
        "Never  | restartPolicy: OnFailure | 0  | end",
        "Never  | restartPolicy: OnFailure | 1  | start [main]",
        "Always | restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]    | 42 | start [main]",
        "Always | restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]    | 1  | end",
        "Always | restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: NotIn, values: [42]}}] | 42 | end",
        "Always | restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: NotIn, values: [42]}}] | 1  | start [main]",
      })
  void aContainersOwnPolicyAndRulesCountBeforeThePods(
      String ofPod, String own, int code, String expected) {
    Pod pod =
        pod("restartPolicy: %s\ncontainers: [{name: main, image: i, %s}]".formatted(ofPod, own));
    assertThat(next(pod, view(exited("main", code)))).isEqualTo(expected);
    Pod asInit =
        pod(
            """
            restartPolicy: %s
            initContainers: [{name: main, image: i, %s}]
            containers: [{name: app, image: i}]
            """
                .formatted(ofPod, own));
    if (code != 0) {
      assertThat(next(asInit, view(exited("main", code)))).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Always | containers: [{name: c, image: i}] | Container c failed liveness probe, will be restarted",
        "Never  | containers: [{name: c, image: i}] | Container c failed liveness probe",
        "Always | containers: [{name: c, image: i, restartPolicy: Never}] | Container c failed liveness probe",
        "Never  | containers: [{name: c, image: i, restartPolicy: Always}] | Container c failed liveness probe, will be restarted",
        "Always | initContainers: [{name: c, image: i, restartPolicy: Always}] | Init container c failed liveness probe",
      })
  void whatIsToldOfAFailedProbe(String policy, String containers, String why) {
    Step step =
        Planner.next(
            pod("restartPolicy: %s\n%s".formatted(policy, containers)),
            view(running("c")),
            SICK,
            c -> false);
    assertThat(((Step.Containers) step).kills()).extracting(Step.Kill::why).containsExactly(why);
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

  @Test
  void crashesOfOneImageAreNotHeldAgainstTheNext() {
    Pod before = pod("containers: [{name: c, image: broken}]");
    Pod after = pod("containers: [{name: c, image: mended}]");
    String key = CrashBackOff.key(before, before.containers().getFirst());
    assertThat(CrashBackOff.key(after, after.containers().getFirst())).isNotEqualTo(key);
    Backoffs crashes = new Backoffs(Duration.ofSeconds(10), Duration.ofMinutes(5));
    crashes.tried(key, Instant.EPOCH);
    assertThat(crashes.left(key, Instant.EPOCH, Instant.EPOCH)).isPositive();
    crashes.forget(before.uid() + "/");
    assertThat(crashes.left(key, Instant.EPOCH, Instant.EPOCH)).isZero();
  }
}
