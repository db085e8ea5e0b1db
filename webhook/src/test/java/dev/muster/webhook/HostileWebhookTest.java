package dev.muster.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Trees;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Someone near the webhook sends it reviews that no API server asked for. */
class HostileWebhookTest {
  private static final String SPEC =
      """
      {"CmsPlugins":["ActiveDirectory"],"DomainJoinConfig":{"DnsName":"contoso.com",\
      "Guid":"244818ae-87ca-4fcd-92ec-e79e5252348a","DnsTreeName":"contoso.com","NetBiosName":"DEMO",\
      "Sid":"S-1-5-21-2126729477-2524075714-3094792973","MachineAccountName":"WebApplication1"},\
      "ActiveDirectoryConfig":{"GroupManagedServiceAccounts":[{"Name":"WebApplication1","Scope":"DEMO"}]}}""";

  /** The review says that an administrator asks. */
  private static final String FORGED =
      """
      {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u","operation":"CREATE",\
      "resource":{"group":"","version":"v1","resource":"pods"},"namespace":"default",\
      "userInfo":{"username":"kubernetes-admin","groups":["system:masters"]},\
      "object":{"kind":"Pod","metadata":{"name":"p"},"spec":{"securityContext":{"windowsOptions":\
      {"gmsaCredentialSpecName":"web"}},"containers":[{"name":"c","image":"i"}]}}}}""";

  private static TestCallers callers;
  private static TestCallers strangers;
  private static ApiServer server;
  private static Webhook webhook;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    callers = TestCallers.in(directory);
    strangers = TestCallers.in(directory);
    server =
        ApiServer.start(
            ServerConfig.in(directory.resolve("data")).onPort(0).with(Admission.defaults()));
    ClientConfig cluster = ClientConfig.read(server.kubeconfig());
    try (RemoteServer admin = new RemoteServer(cluster)) {
      String spec =
          "{\"apiVersion\":\"windows.k8s.io/v1\",\"kind\":\"GMSACredentialSpec\",\"metadata\":{\"name\":\"web\"},\"credspec\":"
              + SPEC
              + "}";
      RemoteServer.Answer made =
          admin.send(
              "/apis/windows.k8s.io/v1/gmsacredentialspecs",
              spec.getBytes(StandardCharsets.UTF_8),
              Duration.ofSeconds(30),
              1 << 20);
      assertThat(made.code()).as(made.body()).isEqualTo(201);
    }
    webhook =
        Webhook.start(
            new WebhookOptions(
                directory.resolve("webhook"),
                "127.0.0.1",
                0,
                List.of(),
                cluster,
                callers.only("kube-apiserver"),
                ""),
            Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    webhook.close();
    server.close();
  }

  private static HttpResponse<String> post(Optional<Identity> as, String path, String body)
      throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(ClientTls.context(new Trust.Anyone(), as)).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + webhook.port() + path))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static JsonNode asServer(String path, String review) throws Exception {
    HttpResponse<String> answer = post(Optional.of(callers.client("kube-apiserver")), path, review);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8)).get("response");
  }

  @Test
  void withoutACertificateNothingIsTold() throws Exception {
    for (String path : List.of("/mutate", "/validate", "/else")) {
      HttpResponse<String> answer = post(Optional.empty(), path, FORGED);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.body()).contains("Unauthorized").doesNotContain("contoso");
    }
  }

  @Test
  void withACertificateOfAnotherAuthorityNeither() throws Exception {
    Identity stranger = strangers.client("kube-apiserver");
    HttpResponse<String> answer = post(Optional.of(stranger), "/mutate", FORGED);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).doesNotContain("contoso");
  }

  @Test
  void norWithAnotherName() throws Exception {
    Identity node = callers.client("system:node:n1");
    HttpResponse<String> answer = post(Optional.of(node), "/mutate", FORGED);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body())
        .contains("this webhook is not for \\\"system:node:n1\\\"")
        .doesNotContain("contoso");
  }

  @Test
  void theApiServerIsAnswered() throws Exception {
    JsonNode response = asServer("/mutate", FORGED);
    assertThat(response.get("allowed").asBoolean()).isTrue();
    assertThat(
            new String(
                Base64.getDecoder().decode(response.get("patch").asText()), StandardCharsets.UTF_8))
        .contains("WebApplication1");
  }

  @Test
  void everybodyMayKnowThatItIsAlive() throws Exception {
    assertThat(post(Optional.empty(), "/readyz", "").body()).isEqualTo("ok");
  }

  @Test
  void aWebhookWithoutAnAuthorityForCallersIsNone(@TempDir Path directory) throws IOException {
    assertThatThrownBy(() -> new Callers(List.of(), Set.of()))
        .hasMessage("a webhook needs an authority for its callers");
    Path empty = Files.createFile(directory.resolve("empty.crt"));
    assertThatThrownBy(() -> Callers.of(empty, Set.of()))
        .hasMessageContaining("there is no certificate in PEM form");
  }

  @Test
  void whatSaysAsWhomAPodRunsIsNotChangedLater() throws Exception {
    String update =
        """
        {"request":{"uid":"u","operation":"UPDATE","resource":{"group":"","version":"v1","resource":"pods"},\
        "subResource":"status","namespace":"default","userInfo":{"username":"x"},\
        "object":{"kind":"Pod","metadata":{"annotations":{%s}}},"oldObject":{"kind":"Pod","metadata":{}}}}""";
    for (String name :
        List.of("gmsa.muster.dev/admitted", "pod.alpha.kubernetes.io/windows-gmsa-config-map")) {
      String annotation = "\"" + name + "\":\"x\"";
      assertThat(asServer("/validate", update.formatted(annotation)).at("/status/message").asText())
          .isEqualTo("metadata.annotations[" + name + "]: may not be added");
      assertThat(asServer("/validate", binding(annotation)).at("/status/message").asText())
          .isEqualTo("metadata.annotations[" + name + "]: may not be set by a binding");
    }
    assertThat(asServer("/validate", update.formatted("\"a\":\"b\"")).get("allowed").asBoolean())
        .isTrue();
    String forged =
        FORGED.replace("\"name\":\"p\"", "\"annotations\":{\"gmsa.muster.dev/admitted\":\"{}\"}");
    assertThat(asServer("/mutate", forged).at("/status/message").asText())
        .startsWith("metadata.annotations[gmsa.muster.dev/admitted]: only the server says");
  }

  private static String binding(String annotation) {
    return """
    {"request":{"uid":"u","operation":"CREATE","resource":{"group":"","version":"v1","resource":"pods"},\
    "subResource":"binding","namespace":"default","userInfo":{"username":"x"},\
    "object":{"kind":"Binding","metadata":{"annotations":{%s}}}}}"""
        .formatted(annotation);
  }
}
