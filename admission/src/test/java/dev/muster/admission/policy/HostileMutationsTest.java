package dev.muster.admission.policy;

import static dev.muster.admission.policy.BoundMutations.CONFIG_MAP;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.writes.Objects;
import dev.muster.model.status.Status;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Policies that would keep the server busy, or make it hold more than it can. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class HostileMutationsTest {
  private static final String NEVER = "reinvocationPolicy: Never";

  private static String doubled(int times) {
    StringBuilder out = new StringBuilder(NEVER + "\nvariables:\n");
    out.append("- {name: v0, expression: \"'").append("x".repeat(1_024)).append("'\"}\n");
    for (int i = 1; i <= times; i++) {
      out.append(
          "- {name: v%d, expression: variables.v%d + variables.v%d}\n".formatted(i, i - 1, i - 1));
    }
    return out.toString();
  }

  @Test
  void objectsDoNotGrowFromPolicyToPolicyWithoutBound() {
    BoundMutations policies = new BoundMutations();
    for (int i = 0; i < 12; i++) {
      policies.apply(
          "p%02d".formatted(i), "Object{data: {'k%d': variables.v9}}".formatted(i), doubled(9));
    }
    Status refusal = policies.refusal(CONFIG_MAP);
    assertThat(refusal.message())
        .isEqualTo(
            "policy 'p05' with binding 'p05' denied request: the object would become larger than 3145728 bytes");
  }

  @Test
  void patchDoesNotCopyAnObjectIntoItselfAgainAndAgain() {
    String copies =
        "[%s].map(i, JSONPatch{op: 'copy', from: '/data', path: '/metadata/annotations'})"
            .formatted("1, ".repeat(199) + "1");
    ObjectNode large = Objects.yaml(CONFIG_MAP);
    large.withObject("data").put("big", "x".repeat(100_000));
    assertThat(new BoundMutations().patch("p", copies).refusal(large.toString()).message())
        .contains("Unable to complete the copy, the accumulated size increase of copy is");
  }

  @Test
  void operationsWithoutEndAreStoppedByTheirCost() {
    String patch =
        "[%s].map(i, JSONPatch{op: 'add', path: '/data/b', value: ''})"
            .formatted("1, ".repeat(30_000) + "1");
    assertThat(new BoundMutations().patch("p", patch).refusal(CONFIG_MAP).message())
        .endsWith("operation cancelled: actual cost limit exceeded");
  }

  @Test
  void expressionThatNeverEndsIsStoppedByItsCost() {
    String loops = "[1,2,3,4,5,6,7,8,9,10]";
    String nested =
        "Object{data: {'x': string(%s.map(a, %s.map(b, %s.map(c, %s.map(d, %s.map(e, %s.map(f, %s.map(g, 1))))))).size())}}"
            .formatted(loops, loops, loops, loops, loops, loops, loops);
    assertThat(new BoundMutations().apply("p", nested, NEVER).refusal(CONFIG_MAP).message())
        .endsWith("resulted in error: operation cancelled: actual cost limit exceeded");
  }

  @Test
  void policiesThatProvokeEachOtherEndAfterTheSecondRound() {
    BoundMutations policies = new BoundMutations();
    for (String name : new String[] {"a", "b", "c"}) {
      policies.apply(
          name,
          "Object{data: {'a': object.data.a + '%s'}}".formatted(name),
          "reinvocationPolicy: IfNeeded");
    }
    assertThat(policies.written(CONFIG_MAP).at("/data/a").asText()).isEqualTo("1abcabc");
  }

  @Test
  void thousandsOfPoliciesThatAreAboutSomethingElseCostNothing() {
    BoundMutations policies = new BoundMutations();
    for (int i = 0; i < 3_000; i++) {
      policies.apply("p" + i, "Object{data: {'b': '2'}}", NEVER);
    }
    for (ObjectNode policy :
        policies.cluster.list(
            "admissionregistration.k8s.io/v1beta1", "MutatingAdmissionPolicy", "")) {
      ((ObjectNode) policy.at("/spec/matchConstraints/resourceRules/0"))
          .putArray("resources")
          .add("pods");
    }
    assertThat(policies.written(CONFIG_MAP).path("data")).hasToString("{\"a\":\"1\"}");
    assertThat(policies.counted).isEmpty();
  }
}
