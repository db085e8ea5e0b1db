package dev.muster.kinds.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BuiltInFlowUpdateTest {
  private static final String LEVEL = "PriorityLevelConfiguration";

  private static ObjectNode wanted(String kind, String name) {
    return BuiltInFlows.of(kind).stream()
        .filter(flow -> flow.path("metadata").path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** One as it is stored. */
  private static ObjectNode stored(String kind, String name, long generation) {
    ObjectNode object = wanted(kind, name).deepCopy();
    object.withObject("metadata").put("generation", generation);
    return object;
  }

  private static ObjectNode annotated(ObjectNode object, String value) {
    object
        .withObject("metadata")
        .withObject("annotations")
        .put(BuiltInFlowUpdate.ANNOTATION, value);
    return object;
  }

  private static ObjectNode unannotated(ObjectNode object) {
    object.withObject("metadata").remove("annotations");
    return object;
  }

  private static ObjectNode shares(ObjectNode object, long shares) {
    object.withObject("spec").withObject("limited").put("nominalConcurrencyShares", shares);
    return object;
  }

  private static String annotation(ObjectNode object) {
    return object.path("metadata").path("annotations").path(BuiltInFlowUpdate.ANNOTATION).asText();
  }

  private static Optional<ObjectNode> update(ObjectNode stored) {
    return BuiltInFlowUpdate.of(
        stored,
        wanted(stored.path("kind").asText(), stored.path("metadata").path("name").asText()));
  }

  @Test
  void whatIsAsItShouldBeStays() {
    assertThat(update(stored(LEVEL, "workload-low", 1))).isEmpty();
    assertThat(update(stored("FlowSchema", "exempt", 7))).isEmpty();
  }

  @Test
  void aSuggestedOneIsPutBackUnlessItWasTakenOver() {
    assertThat(update(shares(stored(LEVEL, "workload-low", 2), 7)))
        .hasValueSatisfying(
            next ->
                assertThat(next.path("spec"))
                    .isEqualTo(wanted(LEVEL, "workload-low").path("spec")));
    assertThat(update(annotated(shares(stored(LEVEL, "workload-low", 2), 7), "false"))).isEmpty();
    assertThat(update(annotated(shares(stored(LEVEL, "workload-low", 2), 7), "F"))).isEmpty();
  }

  @Test
  void oneWithoutTheAnnotationIsPeoplesOnceTheyChangedIt() {
    ObjectNode changed = unannotated(shares(stored(LEVEL, "workload-low", 2), 7));
    assertThat(update(changed))
        .hasValueSatisfying(
            next -> {
              assertThat(annotation(next)).isEqualTo("false");
              assertThat(next.path("spec")).isEqualTo(changed.path("spec"));
            });
    assertThat(update(unannotated(shares(stored(LEVEL, "workload-low", 1), 7))))
        .hasValueSatisfying(
            next -> {
              assertThat(annotation(next)).isEqualTo("true");
              assertThat(next.path("spec")).isEqualTo(wanted(LEVEL, "workload-low").path("spec"));
            });
  }

  @Test
  void aMandatoryOneIsPutBackWhateverItsAnnotationSays() {
    assertThat(update(annotated(shares(stored(LEVEL, "catch-all", 3), 9), "false")))
        .hasValueSatisfying(
            next -> {
              assertThat(annotation(next)).isEqualTo("true");
              assertThat(next.path("spec")).isEqualTo(wanted(LEVEL, "catch-all").path("spec"));
            });
  }

  @Test
  void howManySeatsExemptRequestsAreCountedWithIsPeoplesToSay() {
    ObjectNode exempt = stored(LEVEL, "exempt", 2);
    exempt.withObject("spec").withObject("exempt").put("nominalConcurrencyShares", 5L);
    assertThat(update(exempt)).isEmpty();
  }

  @Test
  void whatServersMadeOnceAndDoNotMakeAnyMoreIsUnwanted() {
    ObjectNode old = stored(LEVEL, "workload-low", 1);
    assertThat(BuiltInFlowUpdate.unwanted(old)).isFalse();
    old.withObject("metadata").put("name", "of-an-older-version");
    assertThat(BuiltInFlowUpdate.unwanted(old)).isTrue();
    assertThat(BuiltInFlowUpdate.unwanted(annotated(old, "false"))).isFalse();
    assertThat(BuiltInFlowUpdate.unwanted(unannotated(old))).as("somebody's own").isFalse();
  }
}
