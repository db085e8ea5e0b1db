package dev.muster.apiserver.access;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.authzwebhook.ScriptedWebhooks;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.LiveServer.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A webhook is a station with its own name and reason, and is asked once. */
class ExplainedWebhooksTest {
  @Test
  void webhooksAreNamedWithWhatTheySaid(@TempDir Path directory) throws Exception {
    String rules =
        """
        [{"when": {"resource": "secrets"}, "then": {"status": {"allowed": false, "denied": true, "reason": "no secrets"}}},
         {"when": {"resource": "pods"}, "then": {"status": {"allowed": true, "reason": "fine"}}},
         {"when": {}, "then": {"status": {"allowed": false}}}]
        """;
    try (ScriptedWebhooks webhooks =
        ScriptedWebhooks.start(Map.of("guard", new ObjectMapper().readTree(rules)))) {
      Path file =
          Files.writeString(
              directory.resolve("authz.yaml"),
              """
              apiVersion: apiserver.config.k8s.io/v1
              kind: AuthorizationConfiguration
              authorizers:
              - type: Webhook
                name: guard
                webhook:
                  timeout: 20s
                  authorizedTTL: 0s
                  unauthorizedTTL: 0s
                  subjectAccessReviewVersion: v1
                  matchConditionSubjectAccessReviewVersion: v1
                  failurePolicy: NoOpinion
                  connectionInfo: {type: KubeConfigFile, kubeConfigFile: %s}
              - {type: RBAC, name: rbac}
              """
                  .formatted(webhooks.kubeconfig(directory, "guard")));
      try (LiveServer server = LiveServer.start(directory, Authorization.configured(file))) {
        webhooks.forget();
        Answer denied = ask(server, "secrets");
        assertThat(denied.at("/status/allowed").asBoolean()).isFalse();
        assertThat(denied.at("/status/stations/1").toString())
            .isEqualTo(
                "{\"stage\":\"Authorization\",\"name\":\"Webhook(guard)\",\"verdict\":\"Refused\","
                    + "\"reason\":\"no secrets\",\"decides\":true}");
        assertThat(denied.text("/status/stations/2/verdict")).isEqualTo("NotAsked");
        assertThat(denied.text("/status/problem"))
            .isEqualTo("Webhook(guard) refuses it, whatever roles and bindings say");
        assertThat(denied.at("/status/smallestGrant").isMissingNode()).isTrue();
        assertThat(webhooks.asked()).as("masters are not asked about").hasSize(1);
        Answer allowed = ask(server, "pods");
        assertThat(allowed.at("/status/allowed").asBoolean()).isTrue();
        assertThat(allowed.at("/status/explainedByRoles").asBoolean()).isFalse();
        Answer neither = ask(server, "configmaps");
        assertThat(neither.text("/status/stations/1/verdict")).isEqualTo("NoOpinion");
        assertThat(neither.at("/status/smallestGrant")).hasSize(2);
        list(server, webhooks);
      }
    }
  }

  private static Answer ask(LiveServer server, String resource) {
    return server.post(
        ADMIN,
        "/apis/access.muster.dev/v1/accessexplanations",
        ("{'apiVersion':'access.muster.dev/v1','kind':'AccessExplanation','spec':{'user':'alice',"
                + "'resourceAttributes':{'namespace':'x','verb':'get','resource':'%s'}}}")
            .formatted(resource));
  }

  private static void list(LiveServer server, ScriptedWebhooks webhooks) {
    webhooks.forget();
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      items
          .append(i == 0 ? "" : ",")
          .append(
              "{'spec':{'user':'u','resourceAttributes':{'namespace':'n%d','verb':'get','resource':'%s'}}}"
                  .formatted(i, i % 2 == 0 ? "pods" : "secrets"));
    }
    Answer answer =
        server.post(
            ADMIN,
            "/apis/access.muster.dev/v1/subjectaccessreviewlists",
            "{'apiVersion':'access.muster.dev/v1','kind':'SubjectAccessReviewList','items':["
                + items
                + "]}");
    for (int i = 0; i < 100; i++) {
      assertThat(answer.at("/items/" + i + "/status/allowed").asBoolean()).isEqualTo(i % 2 == 0);
      assertThat(answer.text("/items/" + i + "/spec/resourceAttributes/namespace"))
          .isEqualTo("n" + i);
    }
    assertThat(webhooks.asked()).hasSize(100);
  }
}
