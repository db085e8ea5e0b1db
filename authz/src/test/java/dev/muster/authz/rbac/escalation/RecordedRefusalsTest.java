package dev.muster.authz.rbac.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.Refusal;
import dev.muster.authz.UnionAuthorizer;
import dev.muster.authz.User;
import dev.muster.authz.Vectors;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plays recorded writes of roles and bindings, in order, and compares status and message. */
class RecordedRefusalsTest {
  private final RbacIndex index = new RbacIndex();
  private final Authorizer authorizer =
      new UnionAuthorizer(List.of(PrivilegedGroup.masters(), new RbacAuthorizer(index)));
  private final EscalationCheck check = new EscalationCheck(index, authorizer);

  @TestFactory
  List<DynamicTest> refusesInTheRealServersWords() {
    Map<String, List<JsonNode>> scenarios = new LinkedHashMap<>();
    for (JsonNode step : Vectors.lines("escalation-exchanges.jsonl")) {
      scenarios
          .computeIfAbsent(step.path("scenario").asText(), unused -> new ArrayList<>())
          .add(step);
    }
    return scenarios.entrySet().stream()
        .map(s -> DynamicTest.dynamicTest(s.getKey(), () -> play(s.getValue())))
        .toList();
  }

  private void play(List<JsonNode> steps) {
    index.replaceAll(DefaultPolicy.objects());
    for (JsonNode step : steps) {
      var write = Write.of(step);
      String message = answer(write);
      assertThat(message).as(step.path("step").asText()).isEqualTo(step.path("message").asText());
      if (message.isEmpty() && !step.path("dryRun").asBoolean()) {
        index.put(write.object);
      }
    }
  }

  private String answer(Write write) {
    var request =
        Attributes.resource(
            write.user,
            write.name.isEmpty() ? "create" : "update",
            RoleRef.API_GROUP,
            "v1",
            write.key.kind().resource(),
            "",
            write.namespace,
            write.name);
    Decision decision = authorizer.authorize(request);
    if (!decision.allowed()) {
      return write.resource() + " is forbidden: " + Refusal.message(request, decision.reason());
    }
    Optional<AnyRole> old =
        index.snapshot().get(write.key).map(o -> o instanceof AnyRole role ? role : null);
    EscalationVerdict verdict =
        switch (write.object) {
          case AnyRole role -> check.role(write.user, write.namespace, write.name, role, old);
          case AnyBinding binding -> check.binding(write.user, write.namespace, binding);
        };
    return switch (verdict) {
      case EscalationVerdict.Permitted permitted -> "";
      case EscalationVerdict.Forbidden refused ->
          write.resource()
              + " "
              + GoText.quote(write.object.name())
              + " is forbidden: "
              + refused.message();
      case EscalationVerdict.RoleNotFound missing ->
          write.resource() + " " + GoText.quote(missing.roleName()) + " not found";
      case EscalationVerdict.BadReference bad -> bad.message();
    };
  }

  private record Write(User user, String namespace, String name, RbacKey key, RbacObject object) {
    static Write of(JsonNode step) {
      List<String> path = List.of(step.path("path").asText().split("/"));
      int resourceAt = path.contains("namespaces") ? 6 : 4;
      String namespace = resourceAt == 6 ? path.get(5) : "";
      RbacKind kind = RbacKind.ofResource(path.get(resourceAt)).orElseThrow();
      ObjectNode body = step.path("body").deepCopy();
      body.withObject("metadata").put("namespace", namespace);
      RbacObject object = RbacJson.read(kind, body);
      String name = path.size() > resourceAt + 1 ? path.get(resourceAt + 1) : "";
      return new Write(userOf(step), namespace, name, object.key(), object);
    }

    String resource() {
      return key.kind().resource() + "." + RoleRef.API_GROUP;
    }

    private static User userOf(JsonNode step) {
      String name = step.path("user").asText();
      if (name.isEmpty()) {
        return User.of("admin", User.MASTERS, "system:authenticated");
      }
      var groups = new ArrayList<String>();
      step.path("groups").forEach(group -> groups.add(group.asText()));
      groups.add("system:authenticated");
      return new User(name, "", groups, Map.of());
    }
  }
}
