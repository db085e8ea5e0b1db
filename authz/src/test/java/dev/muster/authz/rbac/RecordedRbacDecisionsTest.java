package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Vectors;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RecordedRbacDecisionsTest {

  @TestFactory
  List<DynamicTest> decidesAsTheRealServerDid() {
    var tests = new ArrayList<DynamicTest>();
    List<JsonNode> sets = Vectors.lines("rbac-decisions.jsonl");
    for (int i = 0; i < sets.size(); i++) {
      JsonNode set = sets.get(i);
      tests.add(DynamicTest.dynamicTest("set " + (i + 1), () -> check(set)));
    }
    return tests;
  }

  private static void check(JsonNode set) {
    var index = new RbacIndex();
    index.putAll(DefaultPolicy.objects());
    index.putAll(Vectors.rbacObjects(set.path("policy")));
    var authorizer = new RbacAuthorizer(index);
    assertThat(set.path("cases")).isNotEmpty();
    for (JsonNode question : set.path("cases")) {
      Attributes request = Vectors.attributes(question.path("spec"));
      Decision decision = authorizer.authorize(request);
      assertThat(decision.allowed())
          .as(question.path("spec").toString())
          .isEqualTo(question.path("allowed").asBoolean());
    }
  }
}
