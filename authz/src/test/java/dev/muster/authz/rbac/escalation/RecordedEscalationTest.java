package dev.muster.authz.rbac.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.User;
import dev.muster.authz.Vectors;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedEscalationTest {

  static List<JsonNode> attempts() {
    return Vectors.lines("rbac-escalation.jsonl");
  }

  @ParameterizedTest
  @MethodSource("attempts")
  void answersAsTheRealServerDid(JsonNode row) {
    var index = new RbacIndex();
    index.putAll(DefaultPolicy.objects());
    index.putAll(Vectors.rbacObjects(row.path("grants")));
    var check = new EscalationCheck(index, new RbacAuthorizer(index));
    List<String> groups = row.path("groups").valueStream().map(JsonNode::asText).toList();
    var user = new User(row.path("user").asText(), "", groups, Map.of());

    assertThat(code(check, user, Vectors.rbacObject(row.path("attempt"))))
        .as(row.path("attempt").toString())
        .isEqualTo(row.path("code").asInt());
  }

  private static int code(EscalationCheck check, User user, RbacObject attempt) {
    EscalationVerdict verdict =
        switch (attempt) {
          case AnyRole role -> check.role(user, role.namespace(), "", role, Optional.empty());
          case AnyBinding binding -> check.binding(user, binding.namespace(), binding);
        };
    return switch (verdict) {
      case EscalationVerdict.Permitted permitted -> 201;
      case EscalationVerdict.Forbidden forbidden -> 403;
      case EscalationVerdict.RoleNotFound notFound -> 404;
      case EscalationVerdict.BadReference bad -> 422;
    };
  }
}
