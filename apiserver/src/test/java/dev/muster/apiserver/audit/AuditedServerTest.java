package dev.muster.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Auditing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a whole server writes to its audit log; closing it writes what is still waiting. */
class AuditedServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private interface Use {
    void of(Client client);
  }

  private List<JsonNode> log(Auditing auditing, Use use) throws IOException {
    try (RunningServer server =
        RunningServer.configured(directory, config -> config.with(auditing))) {
      use.of(server.client());
    }
    return Files.readAllLines(directory.resolve("audit.log")).stream()
        .map(AuditedServerTest::parse)
        .toList();
  }

  private List<JsonNode> log(Use use) throws IOException {
    return log(Auditing.to(directory.resolve("audit.log")), use);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void send(Client client, String method, String path, String body, String... as) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    Map<String, List<String>> headers =
        as.length == 0
            ? Map.of("Content-Type", List.of(type))
            : Map.of("Content-Type", List.of(type), "Impersonate-User", List.of(as[0]));
    client.send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  @Test
  void tellsWhoAskedForWhatAndWhy() throws IOException {
    List<JsonNode> events =
        log(
            client -> {
              send(client, "GET", "/api/v1/namespaces/default/pods?limit=5", "");
              send(client, "DELETE", "/api/v1/namespaces/default/pods/p", "", "alice");
            });
    assertThat(events).hasSize(2);
    JsonNode list = events.getFirst();
    assertThat(list.at("/kind").asText()).isEqualTo("Event");
    assertThat(list.at("/apiVersion").asText()).isEqualTo("audit.k8s.io/v1");
    assertThat(list.at("/level").asText()).isEqualTo("Metadata");
    assertThat(list.at("/stage").asText()).isEqualTo("ResponseComplete");
    assertThat(list.at("/requestURI").asText())
        .isEqualTo("/api/v1/namespaces/default/pods?limit=5");
    assertThat(list.at("/verb").asText()).isEqualTo("list");
    assertThat(list.at("/user").toString())
        .isEqualTo(
            "{\"username\":\"admin\",\"uid\":\"1\",\"groups\":[\"system:masters\",\"system:authenticated\"]}");
    assertThat(list.at("/objectRef").toString())
        .isEqualTo("{\"resource\":\"pods\",\"namespace\":\"default\",\"apiVersion\":\"v1\"}");
    assertThat(list.at("/responseStatus").toString()).isEqualTo("{\"metadata\":{},\"code\":200}");
    assertThat(list.at("/annotations").toString())
        .isEqualTo(
            "{\"authorization.k8s.io/decision\":\"allow\",\"authorization.k8s.io/reason\":\"\"}");
    JsonNode delete = events.getLast();
    assertThat(delete.at("/impersonatedUser/username").asText()).isEqualTo("alice");
    assertThat(delete.at("/user/username").asText()).isEqualTo("admin");
    assertThat(delete.at("/annotations/authorization.k8s.io~1decision").asText())
        .isEqualTo("forbid");
    assertThat(delete.at("/responseStatus/code").asInt()).isEqualTo(403);
    assertThat(delete.at("/responseStatus/message").asText())
        .startsWith("pods \"p\" is forbidden: User \"alice\" cannot delete resource \"pods\"");
  }

  @Test
  void whatIsInASecretNeverAppears() throws IOException {
    String secret = "c2VjcmV0LXZhbHVl";
    log(
        client -> {
          String path = "/api/v1/namespaces/default/secrets";
          String head = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},";
          send(client, "POST", path, head + "\"data\":{\"k\":\"" + secret + "\"}}");
          send(client, "GET", path + "/s", "");
          send(
              client,
              "POST",
              path,
              "{\"kind\":\"Secret\",\"stringData\":{\"k\":\"" + secret + "\"}}");
          send(client, "POST", path, head + "\"type\":\"" + secret + "\",\"data\":{\"k\":\"-\"}}");
          send(client, "POST", path, head + "\"data\":{\"" + secret + "!\":\"eA==\"}}");
          send(client, "POST", "/api/v1/namespaces/default/configmaps", "{" + secret);
          send(
              client,
              "POST",
              "/apis/authentication.k8s.io/v1/tokenreviews",
              "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\""
                  + secret
                  + "\"}}");
        });
    String text = Files.readString(directory.resolve("audit.log"));
    assertThat(text.lines()).hasSize(7);
    assertThat(text).doesNotContain(secret).doesNotContain("let-me-in");
  }

  @Test
  void whatAdmissionNotesIsInTheEventOfItsRequest() throws IOException {
    List<JsonNode> events =
        log(
            client -> {
              send(
                  client,
                  "POST",
                  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
                  """
                  {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
                   "metadata": {"name": "watched"},
                   "spec": {
                     "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
                       "operations": ["CREATE"], "resources": ["pods"]}]},
                     "validations": [{"expression": "false", "message": "noted"}],
                     "auditAnnotations": [{"key": "by", "valueExpression": "request.userInfo.username"}]}}
                  """);
              send(
                  client,
                  "POST",
                  "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
                  """
                  {"apiVersion": "admissionregistration.k8s.io/v1",
                   "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": "watched"},
                   "spec": {"policyName": "watched", "validationActions": ["Audit"]}}
                  """);
              send(
                  client,
                  "PATCH",
                  "/api/v1/namespaces/default",
                  """
                  {"metadata": {"labels": {"pod-security.kubernetes.io/audit": "baseline"}}}
                  """);
              send(
                  client,
                  "POST",
                  "/api/v1/namespaces/default/pods",
                  """
                  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {
                    "hostNetwork": true, "containers": [{"name": "c", "image": "i"}]}}
                  """);
            });
    assertThat(events.get(2).at("/responseStatus/code").asInt()).isEqualTo(200);
    assertThat(events.getLast().at("/responseStatus/code").asInt()).isEqualTo(201);
    assertThat(events.getLast().at("/annotations").toString())
        .isEqualTo(
            "{\"authorization.k8s.io/decision\":\"allow\",\"authorization.k8s.io/reason\":\"\","
                + "\"pod-security.kubernetes.io/audit-violations\":\"would violate PodSecurity"
                + " \\\"baseline:latest\\\": host namespaces (hostNetwork=true)\","
                + "\"pod-security.kubernetes.io/enforce-policy\":\"privileged:latest\","
                + "\"validation.policy.admission.k8s.io/validation_failure\":"
                + "\"[{\\\"message\\\":\\\"noted\\\",\\\"policy\\\":\\\"watched\\\","
                + "\\\"binding\\\":\\\"watched\\\",\\\"expressionIndex\\\":0,"
                + "\\\"validationActions\\\":[\\\"Audit\\\"]}]\","
                + "\"watched/by\":\"admin\"}");
    assertThat(events.getFirst().at("/annotations")).hasSize(2);
  }

  @Test
  void aWatchIsToldWhenItBeginsAndWhenItEnds() throws IOException {
    List<JsonNode> events =
        log(client -> send(client, "GET", "/api/v1/pods?watch=true&timeoutSeconds=1", ""));
    assertThat(events)
        .extracting(event -> event.at("/stage").asText() + " " + event.at("/verb").asText())
        .containsExactly("ResponseStarted watch", "ResponseComplete watch");
    assertThat(events.getFirst().at("/auditID")).isEqualTo(events.getLast().at("/auditID"));
  }

  @Test
  void aClientThatIsNotWhoItClaimsToBeIsLogged() throws IOException {
    List<JsonNode> events =
        log(
            client ->
                client.send(
                    "GET",
                    "/api/v1/pods",
                    new byte[0],
                    Map.of("Authorization", List.of("Bearer wrong"))));
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().at("/responseStatus/code").asInt()).isEqualTo(401);
    assertThat(events.getFirst().at("/user").toString()).isEqualTo("{}");
    assertThat(events.getFirst().toString()).doesNotContain("wrong");
  }

  @Test
  void thePolicyDecidesWhatIsLogged() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("policy.yaml"),
            """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            rules:
            - level: None
              resources: [{group: "", resources: [pods]}]
            - level: Metadata
              nonResourceURLs: [/version]
            """);
    List<JsonNode> events =
        log(
            Auditing.to(directory.resolve("audit.log")).withPolicy(policy),
            client -> {
              send(client, "GET", "/api/v1/pods", "");
              send(client, "GET", "/version", "");
              send(client, "GET", "/api/v1/nodes", "");
            });
    assertThat(events)
        .extracting(event -> event.at("/stage").asText() + " " + event.at("/requestURI").asText())
        .containsExactly("RequestReceived /version", "ResponseComplete /version");
  }
}
