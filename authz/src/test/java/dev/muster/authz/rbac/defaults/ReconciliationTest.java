package dev.muster.authz.rbac.defaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
  private static final Metadata MARKED =
      new Metadata("", "r", Map.of("kind", "default"), Map.of(Reconciliation.AUTO_UPDATE, "true"));
  private static final PolicyRule GET_PODS = pods("get");
  private static final ClusterRole EXPECTED =
      new ClusterRole(MARKED, List.of(pods("get", "list")), List.of());
  private static final ClusterRoleBinding BINDING =
      new ClusterRoleBinding(MARKED, List.of(Subject.group("g")), RoleRef.clusterRole("r"));

  @Test
  void createsWhatIsMissing() {
    assertThat(Reconciliation.of(Optional.empty(), EXPECTED))
        .isEqualTo(new Reconciliation.Create(EXPECTED));
  }

  @Test
  void leavesACompleteObjectAlone() {
    assertThat(Reconciliation.of(Optional.of(EXPECTED), EXPECTED))
        .isEqualTo(new Reconciliation.Leave());
  }

  @Test
  void addsOnlyTheMissingPermissionsAndKeepsTheOthers() {
    var stored = new ClusterRole(MARKED, List.of(GET_PODS, pods("delete")), List.of());
    assertThat(Reconciliation.of(Optional.of(stored), EXPECTED))
        .isEqualTo(
            new Reconciliation.Update(
                new ClusterRole(
                    MARKED, List.of(GET_PODS, pods("delete"), pods("list")), List.of())));
  }

  @Test
  void addsMissingLabelsAndAnnotationsButKeepsChangedOnes() {
    var stored =
        new ClusterRole(
            new Metadata("", "r", Map.of("kind", "mine"), Map.of("note", "n")),
            EXPECTED.rules(),
            List.of());
    assertThat(Reconciliation.of(Optional.of(stored), EXPECTED))
        .isEqualTo(
            new Reconciliation.Update(
                new ClusterRole(
                    new Metadata(
                        "",
                        "r",
                        Map.of("kind", "mine"),
                        Map.of("note", "n", Reconciliation.AUTO_UPDATE, "true")),
                    EXPECTED.rules(),
                    List.of())));
  }

  @Test
  void leavesAProtectedObjectAlone() {
    var stored =
        new ClusterRole(
            new Metadata("", "r", Map.of(), Map.of(Reconciliation.AUTO_UPDATE, "false")),
            List.of(),
            List.of());
    assertThat(Reconciliation.of(Optional.of(stored), EXPECTED))
        .isEqualTo(new Reconciliation.Leave());
  }

  @Test
  void keepsTheRulesThatAnAggregatedRoleHasGathered() {
    var selector = AggregationSelector.label("aggregate", "true");
    var expected = new ClusterRole(MARKED, List.of(), List.of(selector));
    var stored = new ClusterRole(MARKED, List.of(GET_PODS), List.of());
    assertThat(Reconciliation.of(Optional.of(stored), expected))
        .isEqualTo(
            new Reconciliation.Update(
                new ClusterRole(MARKED, List.of(GET_PODS), List.of(selector))));
  }

  @Test
  void stopsAnUnexpectedAggregation() {
    var stored =
        new ClusterRole(
            MARKED, EXPECTED.rules(), List.of(AggregationSelector.label("aggregate", "true")));
    assertThat(Reconciliation.of(Optional.of(stored), EXPECTED))
        .isEqualTo(new Reconciliation.Update(EXPECTED));
  }

  @Test
  void addsMissingSubjectsAndKeepsTheOthers() {
    var stored =
        new ClusterRoleBinding(MARKED, List.of(Subject.user("u")), RoleRef.clusterRole("r"));
    assertThat(Reconciliation.of(Optional.of(stored), BINDING))
        .isEqualTo(
            new Reconciliation.Update(
                new ClusterRoleBinding(
                    MARKED,
                    List.of(Subject.user("u"), Subject.group("g")),
                    RoleRef.clusterRole("r"))));
  }

  @Test
  void recreatesABindingToAnotherRole() {
    var stored =
        new ClusterRoleBinding(MARKED, List.of(Subject.user("u")), RoleRef.clusterRole("other"));
    assertThat(Reconciliation.of(Optional.of(stored), BINDING))
        .isEqualTo(new Reconciliation.Recreate(BINDING));
  }

  private static PolicyRule pods(String... verbs) {
    return PolicyRule.on(List.of(""), List.of("pods"), List.of(verbs));
  }
}
