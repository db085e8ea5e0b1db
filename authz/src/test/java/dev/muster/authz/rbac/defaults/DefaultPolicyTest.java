package dev.muster.authz.rbac.defaults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.Vectors;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefaultPolicyTest {

  static List<JsonNode> recorded() {
    return Vectors.lines("default-roles.jsonl");
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void equalsWhatTheRealServerStored(JsonNode stored) {
    RbacObject expected = Vectors.rbacObject(stored);
    assertThat(DefaultPolicy.objects()).contains(expected);
    assertThat(RbacJson.write(expected)).isEqualTo(stored);
  }

  @Test
  void hasEveryObjectOnceAndNoDanglingBinding() {
    var index = new RbacIndex();
    index.putAll(DefaultPolicy.objects());
    assertThat(index.snapshot().size()).isEqualTo(DefaultPolicy.objects().size());
    for (RbacObject object : DefaultPolicy.objects()) {
      if (object instanceof AnyBinding binding) {
        assertThat(index.snapshot().role(binding.roleRef(), binding.namespace()))
            .as(binding.name())
            .isPresent();
      }
    }
  }

  @Test
  void keepsAggregatedRolesWithoutRules() {
    assertThat(DefaultPolicy.objects())
        .filteredOn(o -> o instanceof ClusterRole role && !role.aggregation().isEmpty())
        .allSatisfy(o -> assertThat(((ClusterRole) o).rules()).isEmpty())
        .allSatisfy(o -> assertThat(RbacJson.write(o).get("rules").isNull()).isTrue())
        .extracting(RbacObject::name)
        .containsExactly("admin", "edit", "view");
  }
}
