package dev.muster.node.pods;

import static dev.muster.node.pods.MadeUpPods.NODE;
import static dev.muster.node.pods.MadeUpPods.WELL;
import static dev.muster.node.pods.MadeUpPods.container;
import static dev.muster.node.pods.MadeUpPods.pod;
import static dev.muster.node.pods.MadeUpPods.view;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.ContainerView.State;
import dev.muster.views.CoreV1.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a pod's status says of processes that are not who they should be. */
class MismatchesTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final ContainerView MAIN = container("main", 0, State.RUNNING, 0);
  private static final ContainerView SIDE = container("main-side", 0, State.RUNNING, 0);

  private final Mismatches mismatches = new Mismatches();
  private ObjectNode status = JsonNodeFactory.instance.objectNode();

  @Test
  void aPodWhoseProcessesAreAsPredictedHasNoConditionForIt() {
    report(mismatches, MAIN, SIDE);
    assertThat(condition()).isEmpty();
  }

  @Test
  void allDifferencesAreInOneMessage() {
    mismatches.found("main-side", "main-side0", "uid=3, predicted uid=4");
    mismatches.found("main", "main0", "uid=1, predicted uid=2");
    report(mismatches, MAIN, SIDE);
    assertThat(condition())
        .isEqualTo(
            "False IdentityMismatch main: uid=1, predicted uid=2; main-side: uid=3, predicted"
                + " uid=4");
  }

  @Test
  void aDifferenceStandsWhenTheContainerHasEnded() {
    mismatches.found("main", "main0", "uid=1, predicted uid=2");
    report(mismatches, container("main", 0, State.EXITED, 0), SIDE);
    assertThat(condition()).isEqualTo("False IdentityMismatch main: uid=1, predicted uid=2");
  }

  @Test
  void aContainerThatTookThePlaceOfOneIsAnotherMatter() {
    mismatches.found("main", "main0", "uid=1, predicted uid=2");
    report(mismatches, MAIN, SIDE);
    report(mismatches, container("main", 1, State.RUNNING, 0), SIDE);
    assertThat(condition()).isEqualTo("True  ");
  }

  @Test
  void aNewAgentKnowsWhatTheOldOneTold() {
    mismatches.found("main", "main0", "uid=1, predicted uid=2");
    mismatches.found("main-side", "main-side0", "uid=3, predicted uid=4");
    report(mismatches, MAIN, SIDE);
    String told = condition();

    Mismatches later = new Mismatches();
    report(later, MAIN, SIDE);
    assertThat(condition()).isEqualTo(told);

    report(later, container("main", 1, State.RUNNING, 0), SIDE);
    assertThat(condition()).isEqualTo("False IdentityMismatch main-side: uid=3, predicted uid=4");
  }

  /** Reports after what was reported before. */
  private void report(Mismatches found, ContainerView... containers) {
    status =
        new PodStatuses(WELL, found, (uid, name) -> Optional.empty())
            .of(
                pod("containers: [{name: main, image: i}, {name: main-side, image: i}]"),
                NODE,
                new PodStatuses.Setting(
                    view(containers), Map.of(), PodStatus.of(status), false, List.of(), NOW, NOW));
  }

  private String condition() {
    for (JsonNode one : status.path("conditions")) {
      if (one.path("type").asText().equals("identity.muster.dev/AsPredicted")) {
        return String.join(
            " ",
            one.path("status").asText(),
            one.path("reason").asText(),
            one.path("message").asText());
      }
    }
    return "";
  }
}
