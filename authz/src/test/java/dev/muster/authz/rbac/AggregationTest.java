package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregationTest {
  private static final PolicyRule RULE =
      PolicyRule.on(List.of("x"), List.of("things"), List.of("get"));

  private static List<PolicyRule> rules(List<RbacObject> policy, String name) {
    return policy.stream()
        .filter(o -> o instanceof ClusterRole && o.name().equals(name))
        .flatMap(o -> ((ClusterRole) o).rules().stream())
        .toList();
  }

  @Test
  void whatIsGatheredIsGatheredFurther() {
    List<RbacObject> policy = Aggregation.apply(DefaultPolicy.objects());
    assertThat(rules(policy, "view")).isNotEmpty();
    assertThat(rules(policy, "edit")).containsAll(rules(policy, "view"));
    assertThat(rules(policy, "admin")).containsAll(rules(policy, "edit"));
  }

  @ParameterizedTest
  @CsvSource({"In, true", "NotIn, false", "Exists, true", "DoesNotExist, false", "Nonsense, false"})
  void selectsByExpressions(String operator, boolean selected) {
    var part =
        new ClusterRole(
            new Metadata("", "part", Map.of("a", "1"), Map.of()), List.of(RULE), List.of());
    var selector =
        new AggregationSelector(
            Map.of(), List.of(new SelectorRequirement("a", operator, List.of("1", "2"))));
    var whole = new ClusterRole(Metadata.named("whole"), List.of(), List.of(selector));
    assertThat(rules(Aggregation.apply(List.of(whole, part)), "whole").contains(RULE))
        .isEqualTo(selected);
  }
}
