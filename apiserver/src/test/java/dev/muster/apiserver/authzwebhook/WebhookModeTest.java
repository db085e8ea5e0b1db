package dev.muster.apiserver.authzwebhook;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.LiveServer.Answer;
import dev.muster.apiserver.server.WebhookMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose requests are decided by a service, and by RBAC where that has no opinion. */
@MostlyWaits
class WebhookModeTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static Path directory;
  private static RemoteService service;
  private static LiveServer server;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    directory = temporary;
    TestAuthority authority = TestAuthority.in(directory, "ca");
    authority.write(authority.client("api-server"), "client");
    service = RemoteService.start(authority.server(), authority);
    server =
        LiveServer.start(
            directory,
            Authorization.by("Webhook", "RBAC")
                .withWebhook(WebhookMode.with(service.kubeconfig(directory, "ca", "client"))));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    service.close();
  }

  private static String status(String status) {
    return "{\"apiVersion\":\"authorization.k8s.io/v1beta1\",\"kind\":\"SubjectAccessReview\",\"status\":"
        + status
        + "}";
  }

  @Test
  void theServiceAllows() {
    service.answering(200, status("{\"allowed\":true}"));
    assertThat(server.get(ALICE, PODS).code()).isEqualTo(200);
    int asked = service.requests().size();
    assertThat(service.requests().getLast().body())
        .isEqualTo(
            """
            {"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1beta1","metadata":{},\
            "spec":{"resourceAttributes":{"namespace":"default","verb":"list","version":"v1","resource":"pods"},\
            "user":"alice","group":["dev","system:authenticated"],"uid":"a-1"},"status":{"allowed":false}}
            """);
    service.answering(500, "");
    assertThat(server.get(ALICE, PODS).code()).as("remembered").isEqualTo(200);
    assertThat(service.requests()).hasSize(asked);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, list, ''",
    "GET, watch, &watch=true&timeoutSeconds=1",
    "DELETE, deletecollection, ''"
  })
  void theServiceHearsWhatIsSelected(String method, String verb, String more) {
    service.answering(200, status("{\"allowed\":true}"));
    String path =
        "/api/v1/namespaces/default/podtemplates"
            + "?fieldSelector=metadata.name!%3Dx&labelSelector=app%20in%20(a,b),!old"
            + more;
    Answer answer = method.equals("GET") ? server.get(ALICE, path) : server.delete(ALICE, path);
    assertThat(answer.code()).isEqualTo(200);
    assertThat(service.requests().getLast().body())
        .contains(
            "\"verb\":\""
                + verb
                + "\",\"version\":\"v1\",\"resource\":\"podtemplates\","
                + "\"fieldSelector\":{\"requirements\":[{\"key\":\"metadata.name\","
                + "\"operator\":\"NotIn\",\"values\":[\"x\"]}]},"
                + "\"labelSelector\":{\"requirements\":[{\"key\":\"app\",\"operator\":\"In\","
                + "\"values\":[\"a\",\"b\"]},{\"key\":\"old\",\"operator\":\"DoesNotExist\"}]}");
  }

  @Test
  void theServicesRefusalIsFinal() {
    service.answering(200, status("{\"allowed\":false,\"denied\":true,\"reason\":\"not today\"}"));
    String path = "/api/v1/namespaces/default/services";
    server.create(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':{'name':'alice'},
         'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'view'},
         'subjects':[{'kind':'User','name':'alice','apiGroup':'rbac.authorization.k8s.io'}]}
        """);
    assertThat(server.get(ALICE, path).text("/message"))
        .isEqualTo(
            "services is forbidden: User \"alice\" cannot list resource \"services\" in API group"
                + " \"\" in the namespace \"default\": not today");
    assertThat(server.get(ADMIN, path).code())
        .as("system:masters is not asked about")
        .isEqualTo(200);
  }

  @Test
  void whereTheServiceHasNoOpinionTheNextModeDecides() {
    service.answering(200, status("{\"allowed\":false,\"reason\":\"never heard of\"}"));
    assertThat(server.get(ALICE, "/version").code()).isEqualTo(200);
    assertThat(server.get(ALICE, "/logs").text("/message"))
        .endsWith("User \"alice\" cannot get path \"/logs\": never heard of");
  }

  @Test
  void garbageIsNoPermission() {
    service.answering(200, "{\"kind\":\"Pod\"}");
    Answer answer = server.get(ALICE, "/api/v1/namespaces/default/secrets?limit=1");
    assertThat(answer.code()).isEqualTo(500);
    assertThat(answer.response().headers().firstValue("Content-Type"))
        .contains("text/plain; charset=utf-8");
    assertThat(answer.response().body())
        .isEqualTo(
            """
            Internal Server Error: "/api/v1/namespaces/default/secrets?limit=1": \
            converting (v1beta1.Pod) to (v1beta1.SubjectAccessReview): unknown conversion
            """);
    assertThat(server.get(ALICE, "/healthz").code()).as("RBAC allows it").isEqualTo(200);
    assertThat(server.get(ADMIN, "/readyz?verbose").response().body())
        .contains(
            "[+]authorization-webhook ok: the last question to the authorization webhook failed\n");
    assertThat(server.get(ADMIN, "/metrics").response().body())
        .contains(
            "apiserver_authorization_webhook_evaluations_total{name=\"default\",result=\"error\"}",
            "apiserver_authorization_webhook_evaluations_fail_open_total{name=\"default\",result=\"error\"}",
            "apiserver_authorization_webhook_duration_seconds_count{name=\"default\",result=\"error\"}",
            "muster_authorization_webhook_breaker_open{name=\"default\"} 0",
            "muster_authorization_webhook_cache_lookups_total{name=\"default\",result=\"miss\"}");
  }

  @Test
  void aServiceThatIsDownForAMomentIsAskedAgain() {
    service.behaving(
        (request, out) -> {
          service.answering(200, status("{\"allowed\":true}"));
          RemoteService.send(out, 500, "");
        });
    assertThat(server.get(ALICE, "/api/v1/namespaces/default/endpoints").code()).isEqualTo(200);
  }

  @Test
  void aReviewByTheServerIsAnsweredByTheService() {
    service.answering(200, status("{\"allowed\":true,\"reason\":\"a friend\"}"));
    Answer review =
        server.post(
            ADMIN,
            "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            "{'apiVersion':'authorization.k8s.io/v1','kind':'SubjectAccessReview','spec':{'user':'bob',"
                + "'resourceAttributes':{'verb':'get','resource':'nodes'}}}");
    assertThat(review.at("/status").toString())
        .isEqualTo("{\"allowed\":true,\"reason\":\"a friend\"}");
  }

  @Test
  void aDeadServiceIsLeftAlone() throws IOException {
    Path kubeconfig = service.kubeconfig(directory, "ca", "client");
    Files.writeString(
        kubeconfig, Files.readString(kubeconfig).replaceAll("127.0.0.1:\\d+", "127.0.0.1:1"));
    try (LiveServer alone =
        LiveServer.start(
            Files.createDirectory(directory.resolve("alone")),
            Authorization.by("Webhook").withWebhook(WebhookMode.with(kubeconfig)))) {
      for (int i = 0; i < 6; i++) {
        assertThat(alone.get(ALICE, PODS).code()).isEqualTo(500);
      }
      assertThat(alone.get(ALICE, PODS).response().body())
          .contains("the authorization webhook does not answer and is not asked for the moment");
      assertThat(alone.get(ADMIN, "/metrics").response().body())
          .contains("muster_authorization_webhook_breaker_open{name=\"default\"} 1");
      assertThat(alone.get(ADMIN, "/readyz?verbose").response().body())
          .contains("[+]authorization-webhook ok: the authorization webhook does not answer\n");
      assertThat(eventsOf(alone, "AuthorizationWebhookUnavailable"))
          .contains(
              "The authorization webhook does not answer: requests that only it would allow fail");
      assertThat(eventsOf(alone, "AuthorizationWebhookFailed"))
          .contains(
              "The authorization webhook failed once: Post \"https://127.0.0.1:1/authorize?timeout=10s\":");
      assertThat(alone.get(ADMIN, PODS).code()).isEqualTo(200);
    }
  }

  /** The messages of the events with a reason, once there is one. */
  private static String eventsOf(LiveServer server, String reason) {
    String path = "/api/v1/namespaces/default/events?fieldSelector=reason%3D" + reason;
    for (int i = 0; i < 20; i++) {
      Answer listed = server.get(ADMIN, path);
      if (!listed.at("/items").isEmpty()) {
        return listed.at("/items").findValuesAsText("message").toString();
      }
      String from = "&resourceVersion=" + listed.text("/metadata/resourceVersion");
      server.get(ADMIN, path + "&watch=true&timeoutSeconds=1" + from);
    }
    throw new AssertionError("no event " + reason);
  }

  @Test
  void theModeNeedsItsFileAndTheFileItsMode(@TempDir Path other) {
    assertThatThrownBy(() -> LiveServer.start(other, Authorization.by("Webhook")))
        .hasMessage(
            "authorization-mode Webhook's authorization config file not passed: add"
                + " --authorization-webhook-config-file");
    assertThatThrownBy(
            () ->
                LiveServer.start(
                    other,
                    Authorization.by("AlwaysAllow")
                        .withWebhook(WebhookMode.with(directory.resolve("x")))))
        .hasMessage("cannot specify --authorization-webhook-config-file without mode Webhook");
  }

  @Test
  void aBadFileStopsTheStart(@TempDir Path other) {
    Path nowhere = directory.resolve("nowhere");
    assertThatThrownBy(
            () ->
                LiveServer.start(
                    other, Authorization.by("Webhook").withWebhook(WebhookMode.with(nowhere))))
        .hasMessage(nowhere + ": no such file");
  }
}
