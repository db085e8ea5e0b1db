package dev.muster.authz.abac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.UnionAuthorizer;
import dev.muster.authz.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RecordedAbacDecisionsTest {

  @TestFactory
  List<DynamicTest> decidesAsTheRealServerDid() {
    var tests = new ArrayList<DynamicTest>();
    List<JsonNode> sets = Vectors.lines("abac-decisions.jsonl");
    for (int i = 0; i < sets.size(); i++) {
      JsonNode set = sets.get(i);
      tests.add(DynamicTest.dynamicTest("set " + (i + 1), () -> check(set)));
    }
    return tests;
  }

  private static void check(JsonNode set) throws AbacPolicyException {
    String file =
        set.path("policy").valueStream().map(JsonNode::toString).collect(Collectors.joining("\n"));
    var authorizer =
        new UnionAuthorizer(
            List.of(
                PrivilegedGroup.masters(),
                new AbacAuthorizer(AbacPolicy.parse("policy.jsonl", file))));
    assertThat(set.path("cases")).isNotEmpty();
    for (JsonNode question : set.path("cases")) {
      assertThat(authorizer.authorize(Vectors.attributes(question.path("spec"))).allowed())
          .as(question.path("spec").toString())
          .isEqualTo(question.path("allowed").asBoolean());
    }
  }
}
