package dev.muster.node.features;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Pod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** KEP-3619's version-skew matrix, row by row. */
class GroupsPolicySupportTest {
  @ParameterizedTest
  @CsvSource({
    // version, gate, runtime, policy, effective, rejected, user reported
    "30, false, true,  Strict, Merge,  false, false",
    "30, false, false, Strict, Merge,  false, false",
    "30, false, true,  Merge,  Merge,  false, false",
    "30, false, true,  unset,  Merge,  false, false",
    "31, true,  true,  Strict, Strict, false, true",
    "32, true,  true,  Strict, Strict, false, true",
    "31, true,  true,  Merge,  Merge,  false, true",
    "31, true,  true,  unset,  Merge,  false, true",
    "31, true,  false, Strict, Merge,  false, false",
    "32, true,  false, Strict, Merge,  false, false",
    "31, true,  false, Merge,  Merge,  false, false",
    "31, true,  false, unset,  Merge,  false, false",
    "31, false, true,  Strict, Strict, false, false",
    "32, false, true,  Merge,  Merge,  false, false",
    "31, false, true,  unset,  Merge,  false, false",
    "31, false, false, Strict, Merge,  false, false",
    "32, false, false, unset,  Merge,  false, false",
    "33, true,  true,  Strict, Strict, false, true",
    "34, true,  true,  Merge,  Merge,  false, true",
    "35, true,  true,  unset,  Merge,  false, true",
    "33, true,  false, Strict, -,      true,  false",
    "35, true,  false, Strict, -,      true,  false",
    "33, true,  false, Merge,  Merge,  false, false",
    "33, true,  false, unset,  Merge,  false, false",
    "33, false, true,  Strict, Strict, false, false",
    "34, false, true,  Merge,  Merge,  false, false",
    "34, false, true,  unset,  Merge,  false, false",
    "33, false, false, Strict, -,      true,  false",
    "34, false, false, Merge,  Merge,  false, false",
    "34, false, false, unset,  Merge,  false, false",
  })
  void matrix(
      int minor,
      boolean gate,
      boolean runtime,
      String policy,
      String effective,
      boolean rejected,
      boolean reported) {
    GroupsPolicySupport node = new GroupsPolicySupport(minor, gate, runtime);
    Pod pod = pod(policy);
    assertThat(node.rejects(pod)).isEqualTo(rejected);
    if (!rejected) {
      assertThat(node.effective(pod)).hasToString(effective);
    }
    assertThat(node.reportsUser()).isEqualTo(reported);
  }

  private static Pod pod(String policy) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ObjectNode context = tree.putObject("spec").putObject("securityContext");
    if (!policy.equals("unset")) {
      context.put("supplementalGroupsPolicy", policy);
    }
    return Pod.of(tree);
  }
}
