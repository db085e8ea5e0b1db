package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.authzwebhook.ScriptedWebhooks;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl where a guard is asked about secrets and RBAC about everything else. */
@MostlyWaits
class KubectlAuthorizationConfigTest {
  private static Path file;
  private static String guarded = "";
  private static ScriptedWebhooks webhooks;
  private static LiveServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    webhooks =
        ScriptedWebhooks.start(
            Map.of(
                "guard",
                new ObjectMapper()
                    .readTree(
                        """
                        [{"when": {"verb": "list"}, "then": {"status": {"allowed": true}}},
                         {"when": {}, "then": {"status": {"allowed": false, "denied": true, "reason": "lists only"}}}]
                        """)));
    guarded =
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: AuthorizationConfiguration
        authorizers:
        - type: Webhook
          name: guard
          webhook:
            timeout: 20s
            subjectAccessReviewVersion: v1
            matchConditionSubjectAccessReviewVersion: v1
            failurePolicy: Deny
            connectionInfo: {type: KubeConfigFile, kubeConfigFile: %s}
            matchConditions:
            - expression: has(request.resourceAttributes) && request.resourceAttributes.resource == 'secrets'
            - expression: "!has(request.resourceAttributes.labelSelector)"
        - {type: RBAC, name: rbac}
        """
            .formatted(webhooks.kubeconfig(directory, "guard"));
    file = Files.writeString(directory.resolve("authz.yaml"), guarded);
    server = LiveServer.start(directory, Authorization.configured(file));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    webhooks.close();
  }

  @Test
  void theGuardDecidesAboutSecretsUntilTheFileSaysOtherwise() throws IOException {
    kubectl.run("get", "secrets", "--as=jane").ok();
    assertThat(kubectl.run("get", "secrets", "-l", "a=b", "--as=jane").err())
        .as("the guard is not asked about selections")
        .contains("secrets is forbidden: User \"jane\" cannot list resource \"secrets\"");
    assertThat(kubectl.run("get", "secret", "x", "--as=jane").err()).contains(": lists only");
    assertThat(kubectl.run("auth", "can-i", "list", "pods", "--as=jane").out()).startsWith("no");

    Files.writeString(
        file,
        guarded.replace(
            "- type: Webhook", "- {type: AlwaysAllow, name: alwaysallow}\n- type: Webhook"));
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    String answer = "";
    while (!answer.startsWith("yes") && System.nanoTime() - deadline < 0) {
      answer = kubectl.run("auth", "can-i", "list", "pods", "--as=jane").out();
    }
    assertThat(answer).startsWith("yes");
    assertThat(kubectl.run("get", "secret", "x", "--as=jane").err()).contains("NotFound");
  }
}
