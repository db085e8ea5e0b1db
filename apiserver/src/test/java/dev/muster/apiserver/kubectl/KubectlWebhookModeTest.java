package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.authzwebhook.RemoteService;
import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.WebhookMode;
import dev.muster.authz.webhook.ReviewVersion;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kubectl where a service decides: jane may do what is not a secret, nobody may touch a node. */
@MostlyWaits
class KubectlWebhookModeTest {
  private static RemoteService service;
  private static LiveServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    TestAuthority authority = TestAuthority.in(directory, "ca");
    authority.write(authority.client("api-server"), "client");
    service =
        RemoteService.start(authority.server(), authority)
            .behaving((request, out) -> RemoteService.send(out, 200, decision(request.body())));
    Path config = service.kubeconfig(directory, "ca", "client");
    server =
        LiveServer.start(
            directory,
            Authorization.by("Webhook")
                .withWebhook(
                    new WebhookMode(config, ReviewVersion.V1, Duration.ZERO, Duration.ZERO)));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
  }

  private static String decision(String review) {
    String status =
        review.contains("\"resource\":\"nodes\"")
            ? "{\"allowed\":false,\"denied\":true,\"reason\":\"nodes are taboo\"}"
            : review.contains("\"user\":\"jane\"") && !review.contains("\"resource\":\"secrets\"")
                ? "{\"allowed\":true}"
                : "{\"allowed\":false}";
    return "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":\"SubjectAccessReview\",\"status\":"
        + status
        + "}";
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    service.close();
  }

  @Test
  void janeMayWhatTheServiceAllows() {
    assertThat(kubectl.run("create", "configmap", "mine", "--as=jane").ok())
        .isEqualTo("configmap/mine created");
    assertThat(kubectl.run("get", "configmap", "mine", "-o", "name", "--as=jane").ok())
        .isEqualTo("configmap/mine");
    assertThat(kubectl.run("auth", "can-i", "delete", "pods", "--as=jane").ok()).isEqualTo("yes");
  }

  @Test
  void andNothingElse() {
    assertThat(kubectl.run("get", "secrets", "--as=jane").refused())
        .isEqualTo(
            "Error from server (Forbidden): secrets is forbidden: User \"jane\" cannot list"
                + " resource \"secrets\" in API group \"\" in the namespace \"default\"");
    assertThat(kubectl.run("get", "nodes", "--as=jane").refused())
        .isEqualTo(
            "Error from server (Forbidden): nodes is forbidden: User \"jane\" cannot list resource"
                + " \"nodes\" in API group \"\" at the cluster scope: nodes are taboo");
    assertThat(kubectl.run("auth", "can-i", "get", "nodes", "--as=jane").out())
        .isEqualTo("no - nodes are taboo\n");
  }

  @Test
  void itsRulesCannotBeListed() {
    assertThat(kubectl.run("auth", "can-i", "--list", "--as=jane").err())
        .contains("webhook authorizer does not support user rule resolution");
  }
}
