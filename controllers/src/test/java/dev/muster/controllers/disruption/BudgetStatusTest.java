package dev.muster.controllers.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.tree.JsonText;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
  private static final ExpectedPods.Scales TEN =
      (reference, namespace) ->
          Optional.of(new ExpectedPods.Scale(reference.path("uid").asText(), 10));

  private static ObservedPod pod(String name, boolean ready, String owner) {
    return new ObservedPod(
        JsonText.of(
            "{metadata: {name: '%s', namespace: 'ns'%s}, status: {conditions: [{type: 'Ready', status: '%s'}]}}"
                .formatted(
                    name,
                    owner.isEmpty()
                        ? ""
                        : ", ownerReferences: [{kind: 'ReplicaSet', uid: '"
                            + owner
                            + "', controller: true}]",
                    ready ? "True" : "False")));
  }

  private static ObjectNode budget(String spec, String status) {
    return JsonText.of("{metadata: {generation: 3}, spec: " + spec + ", status: " + status + "}");
  }

  @ParameterizedTest(name = "{0} of 10 pods: {2} of {1} must be healthy")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {minAvailable: 2}         | 3  | 2
          {minAvailable: '25%'}     | 10 | 3
          {maxUnavailable: 4}       | 10 | 6
          {maxUnavailable: '25%'}   | 10 | 7
          {maxUnavailable: 40}      | 10 | 0
          {}                        | 0  | 0
          """)
  void numbersAndSharesAreOfWhatThereShouldBe(String spec, long expected, long healthy) {
    ExpectedPods found =
        ExpectedPods.of(
            PodDisruptionBudget.of(budget(spec, "{}")),
            List.of(pod("a", true, "o"), pod("b", true, "o"), pod("c", true, "o")),
            TEN);
    assertThat(found).isEqualTo(new ExpectedPods(expected, healthy, false));
  }

  @Test
  void podsOfNobodyAreTold() {
    assertThat(
            ExpectedPods.of(
                PodDisruptionBudget.of(budget("{maxUnavailable: '50%'}", "{}")),
                List.of(pod("a", true, "")),
                TEN))
        .isEqualTo(new ExpectedPods(0, 0, true));
    assertThatThrownBy(
            () ->
                ExpectedPods.of(
                    PodDisruptionBudget.of(budget("{maxUnavailable: 1}", "{}")),
                    List.of(pod("a", true, "o")),
                    (reference, namespace) -> Optional.empty()))
        .hasMessage("found no controllers for pod \"a\"");
  }

  @Test
  void aPodThatMayGoCountsAsGoneForTwoMinutes() {
    ObjectNode budget =
        budget(
            "{minAvailable: 1}",
            "{disruptedPods: {a: '2026-01-01T00:09:00Z', b: '2026-01-01T00:07:00Z', gone:"
                + " '2026-01-01T00:09:00Z'}}");
    BudgetStatus found =
        BudgetStatus.of(
            budget,
            List.of(pod("a", true, ""), pod("b", true, ""), pod("c", true, "")),
            new ExpectedPods(3, 1, false),
            NOW);
    assertThat(found.status().path("currentHealthy").asLong()).isEqualTo(2);
    assertThat(found.status().path("disruptionsAllowed").asLong()).isEqualTo(1);
    assertThat(found.status().path("disruptedPods"))
        .hasToString("{\"a\":\"2026-01-01T00:09:00Z\"}");
    assertThat(found.recheck()).contains(Duration.ofMinutes(1));
    assertThat(found.notDeleted()).extracting(ObservedPod::name).containsExactly("b");
  }

  @Test
  void theConditionKeepsItsTimeAsLongAsItIsTheSame() {
    String before =
        "{conditions: [{type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods',"
            + " message: '', lastTransitionTime: '2025-01-01T00:00:00Z'}]}";
    ExpectedPods one = new ExpectedPods(1, 1, false);
    assertThat(
            BudgetStatus.of(budget("{}", before), List.of(pod("a", true, "")), one, NOW)
                .status()
                .path("conditions"))
        .hasToString(
            "[{\"type\":\"DisruptionAllowed\",\"status\":\"False\",\"reason\":\"InsufficientPods\",\"message\":\"\",\"lastTransitionTime\":\"2025-01-01T00:00:00Z\",\"observedGeneration\":3}]");
    ExpectedPods none = new ExpectedPods(1, 0, false);
    assertThat(
            BudgetStatus.of(budget("{}", before), List.of(pod("a", true, "")), none, NOW)
                .status()
                .at("/conditions/0/lastTransitionTime")
                .asText())
        .isEqualTo("2026-01-01T00:10:00Z");
  }

  @Test
  void nothingMayGoWhenTheNumberIsNotKnown() {
    ObjectNode status = BudgetStatus.failed(budget("{}", "{disruptionsAllowed: 5}"), "why", NOW);
    assertThat(status.path("disruptionsAllowed").asLong()).isZero();
    assertThat(status.at("/conditions/0/reason").asText()).isEqualTo("SyncFailed");
    assertThat(status.at("/conditions/0/message").asText()).isEqualTo("why");
  }

  @Test
  void aSelectorReadsAsGoPrintsIt() {
    assertThat(
            SelectorText.of(
                LabelSelector.of(
                    JsonText.of(
                        "{matchLabels: {b: '2', a: '1'}, matchExpressions: [{key: 'k', operator:"
                            + " 'In', values: ['x', 'y']}]}"))))
        .isEqualTo(
            "&LabelSelector{MatchLabels:map[string]string{a: 1,b:"
                + " 2,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x"
                + " y],},},}");
  }
}
