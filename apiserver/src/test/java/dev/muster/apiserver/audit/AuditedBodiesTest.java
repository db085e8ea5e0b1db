package dev.muster.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Auditing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The levels Request and RequestResponse: what is written, and what never is. */
class AuditedBodiesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - {level: Request, resources: [{group: "", resources: [pods]}], omitManagedFields: true}
      - {level: Metadata, resources: [{group: apps}]}
      - {level: RequestResponse}
      """;
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  @TempDir private Path directory;

  private interface Use {
    void of(Client client) throws IOException;
  }

  private List<JsonNode> log(Use use) throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.yaml"), POLICY);
    try (RunningServer server =
        RunningServer.configured(
            directory,
            config ->
                config.with(Auditing.to(directory.resolve("audit.log")).withPolicy(policy)))) {
      use.of(server.client());
    }
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("audit.log"))) {
      events.add(JSON.readTree(line));
    }
    return events;
  }

  private static Answer send(
      Client client, String method, String path, String type, String body, String accept) {
    return client.send(
        method,
        path,
        body.isEmpty() ? null : body.getBytes(StandardCharsets.UTF_8),
        Map.of("Content-Type", List.of(type), "Accept", List.of(accept)));
  }

  private static Answer send(Client client, String method, String path, String body) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return send(client, method, path, type, body, "application/json");
  }

  @Test
  void whatWasSentAndAnsweredIsWrittenAsTheLevelSays() throws IOException {
    List<JsonNode> events =
        log(
            client -> {
              send(
                  client,
                  "POST",
                  CONFIG_MAPS,
                  "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"line\\nbreak\"}}");
              send(client, "PATCH", CONFIG_MAPS + "/m", "{\"data\":{\"k\":\"w\"}}");
              send(
                  client,
                  "PATCH",
                  CONFIG_MAPS + "/m?fieldManager=x&force=true",
                  "application/apply-patch+yaml",
                  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {k: yy}\n",
                  "application/yaml");
              send(client, "GET", CONFIG_MAPS, "");
              send(
                  client,
                  "DELETE",
                  CONFIG_MAPS + "/m",
                  "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0}");
              send(client, "GET", CONFIG_MAPS + "/m", "");
              send(
                  client,
                  "POST",
                  "/api/v1/namespaces/default/pods",
                  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
              send(client, "GET", "/api/v1/namespaces/default/pods?watch=1&timeoutSeconds=1", "");
              send(client, "GET", "/apis/apps/v1/deployments", "");
              send(client, "GET", "/version", "");
              send(client, "GET", "/api", "");
            });
    JsonNode create = events.get(0);
    assertThat(create.path("level").asText()).isEqualTo("RequestResponse");
    assertThat(create.path("objectRef").toString())
        .isEqualTo(
            "{\"resource\":\"configmaps\",\"namespace\":\"default\",\"name\":\"m\",\"apiVersion\":\"v1\"}");
    assertThat(create.at("/requestObject/data/k").asText()).isEqualTo("line\nbreak");
    assertThat(create.at("/requestObject/kind").asText()).isEqualTo("ConfigMap");
    assertThat(create.at("/requestObject/metadata").has("uid")).isFalse();
    assertThat(create.at("/responseObject/metadata/uid").asText()).isNotEmpty();
    assertThat(create.at("/responseObject/metadata/managedFields")).isNotEmpty();
    assertThat(create.path("annotations").has("audit.muster.dev/redacted")).isFalse();

    assertThat(events.get(1).path("requestObject").toString())
        .isEqualTo("{\"data\":{\"k\":\"w\"}}");
    assertThat(events.get(2).at("/requestObject/data/k").asText()).isEqualTo("yy");
    assertThat(events.get(2).at("/responseObject/data/k").asText()).isEqualTo("yy");
    assertThat(events.get(3).has("requestObject")).isFalse();
    assertThat(events.get(3).at("/responseObject/kind").asText()).isEqualTo("ConfigMapList");
    assertThat(events.get(3).at("/responseObject/items")).isNotEmpty();
    assertThat(events.get(4).at("/requestObject/kind").asText()).isEqualTo("DeleteOptions");
    assertThat(events.get(4).at("/responseObject/status").asText()).isEqualTo("Success");
    assertThat(events.get(5).at("/responseObject/reason").asText()).isEqualTo("NotFound");
    assertThat(events.get(5).at("/responseStatus/details").toString())
        .isEqualTo("{\"name\":\"m\",\"kind\":\"configmaps\"}");

    JsonNode pod = events.get(6);
    assertThat(pod.path("level").asText()).isEqualTo("Request");
    assertThat(pod.at("/requestObject/spec/restartPolicy").asText())
        .as("as it was decoded, with its defaults")
        .isEqualTo("Always");
    assertThat(pod.has("responseObject")).isFalse();
    assertThat(events.subList(7, 9))
        .extracting(event -> event.path("stage").asText() + event.has("responseObject"))
        .containsExactly("ResponseStartedfalse", "ResponseCompletefalse");
    assertThat(events.get(9).path("level").asText()).isEqualTo("Metadata");
    assertThat(events.get(9).has("responseObject")).isFalse();
    assertThat(events.get(10).has("responseObject")).as("/version is no object").isFalse();
    assertThat(events.get(11).at("/responseObject/kind").asText()).isEqualTo("APIVersions");
  }

  /** By every verb, format and form, by patches that claim to be something else, by messages. */
  @Test
  void theContentsOfSecretsAndTokensAreNeverWritten() throws IOException {
    String secret = "s3cr3t-of-somebody";
    String encoded = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
    String yaml =
        "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {k: " + secret + "}\n";
    String last =
        "\"metadata\":{\"name\":\"s\",\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":\""
            + secret
            + "\"}}";
    String token = "eyJhbGciOi.s3cr3t-of-somebody.x";
    List<JsonNode> events =
        log(
            client -> {
              noteEverythingAbout(client);
              send(
                  client,
                  "POST",
                  SECRETS,
                  "{" + last + ",\"stringData\":{\"k\":\"" + secret + "\"}}");
              send(
                  client,
                  "PUT",
                  SECRETS + "/s",
                  "{" + last + ",\"data\":{\"k\":\"" + encoded + "\"}}");
              assertThat(
                      send(client, "POST", SECRETS, "application/yaml", yaml, "application/json")
                          .body())
                  .as("what must not be written was said")
                  .contains("refused: " + encoded);
              send(client, "PATCH", SECRETS + "/s", "{\"data\":{\"l\":\"" + encoded + "\"}}");
              for (String kind :
                  List.of("Table", "Status", "SecretList", "ConfigMap", "TokenReview")) {
                send(
                    client,
                    "PATCH",
                    SECRETS + "/s",
                    "{\"kind\":\""
                        + kind
                        + "\",\"data\":{\"l\":\""
                        + encoded
                        + "\"},\"message\":\""
                        + secret
                        + "\",\"rows\":[{\"object\":{\"data\":\""
                        + encoded
                        + "\"}}],\"items\":[{\"data\":{\"k\":\""
                        + secret
                        + "\"}}],\"status\":\"Success\"}");
              }
              send(
                  client,
                  "PATCH",
                  SECRETS + "/s",
                  "application/json-patch+json",
                  "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\""
                      + encoded
                      + "\"},"
                      + "{\"op\":\"add\",\"path\":\"/data/m\",\"value\":\""
                      + encoded
                      + "\"},"
                      + "{\"op\":\"copy\",\"from\":\"/data/k\",\"path\":\"/data/n\",\"x\":\""
                      + secret
                      + "\"}]",
                  "application/json");
              send(
                  client,
                  "PATCH",
                  SECRETS + "/s",
                  "application/strategic-merge-patch+json",
                  "{\"$setElementOrder/x\":[\"" + secret + "\"],\"data\":{\"k\":null}}",
                  "application/json");
              send(
                  client,
                  "PATCH",
                  SECRETS + "/a?fieldManager=x&force=true",
                  "application/apply-patch+yaml",
                  yaml,
                  "application/yaml");
              send(client, "PATCH", SECRETS + "/s", "[{" + secret);
              send(client, "POST", SECRETS, "{\"data\":\"" + secret + "\"}");
              send(client, "POST", SECRETS, "{\"metadata\":{\"name\":\"" + secret + "!\"}");
              for (String accept :
                  List.of(
                      "application/json",
                      "application/yaml",
                      "application/json;as=Table;v=v1;g=meta.k8s.io",
                      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
                      "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")) {
                send(client, "GET", SECRETS, "application/json", "", accept);
                send(
                    client,
                    "GET",
                    SECRETS + "?includeObject=Object",
                    "application/json",
                    "",
                    accept);
                send(client, "GET", SECRETS + "/s", "application/json", "", accept);
                send(client, "GET", "/api/v1/secrets?limit=1", "application/json", "", accept);
              }
              send(client, "GET", SECRETS + "?watch=1&timeoutSeconds=1", "");
              String account = "/api/v1/namespaces/default/serviceaccounts";
              send(client, "POST", account, "{\"metadata\":{\"name\":\"robot\"}}");
              Answer given = send(client, "POST", account + "/robot/token", "{\"spec\":{}}");
              Files.writeString(
                  directory.resolve("token"),
                  JSON.readTree(given.body()).at("/status/token").asText());
              send(
                  client,
                  "POST",
                  "/apis/authentication.k8s.io/v1/tokenreviews",
                  "{\"spec\":{\"token\":\"" + token + "\"}}");
              send(client, "DELETE", SECRETS + "/s", "");
              send(client, "DELETE", SECRETS, "");
            });
    String text = Files.readString(directory.resolve("audit.log"));
    String given = Files.readString(directory.resolve("token"));
    assertThat(given).contains(".");
    assertThat(text)
        .doesNotContain(secret)
        .doesNotContain(encoded)
        .doesNotContain(given)
        .doesNotContain(given.substring(given.lastIndexOf('.')));
    assertThat(text.lines()).hasSize(events.size());
    JsonNode created =
        events.stream()
            .filter(event -> event.path("verb").asText().equals("create"))
            .filter(event -> event.at("/objectRef/name").asText().equals("s"))
            .findFirst()
            .orElseThrow();
    assertThat(created.path("level").asText()).isEqualTo("RequestResponse");
    assertThat(created.at("/requestObject/data").toString()).isEqualTo("{\"k\":\"<redacted>\"}");
    assertThat(created.at("/responseObject/data").toString()).isEqualTo("{\"k\":\"<redacted>\"}");
    assertThat(created.at("/responseObject/type").asText()).isEqualTo("Opaque");
    assertThat(created.at("/annotations/audit.muster.dev~1redacted").asText()).isEqualTo("true");
    assertThat(created.at("/annotations/noted~1contents").asText()).isEqualTo("<redacted>");
  }

  /** A policy that notes, and one that refuses with, whatever is in the object. */
  private static void noteEverythingAbout(Client client) {
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";
    String rules =
        "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
            + "\"operations\":[\"CREATE\",\"UPDATE\"],\"resources\":[\"secrets\"]}]}";
    send(
        client,
        "POST",
        policies + "ies",
        "{\"metadata\":{\"name\":\"noted\"},\"spec\":{"
            + rules
            + ",\"auditAnnotations\":[{\"key\":\"contents\",\"valueExpression\":\"has(object.data) &&"
            + " 'k' in object.data ? string(object.data.k) : 'none'\"}],\"validations\":[{\"expression\":"
            + "\"object.metadata.name != 'a'\",\"messageExpression\":\"'refused: ' +"
            + " string(object.data.k)\"}]}}");
    send(
        client,
        "POST",
        policies + "ybindings",
        "{\"metadata\":{\"name\":\"noted\"},\"spec\":{\"policyName\":\"noted\",\"validationActions\":[\"Deny\",\"Audit\"]}}");
  }

  @Test
  void aBodyTooLargeToKeepIsLeftOutAndTheEventIsNot() throws IOException {
    String megabyte = "x".repeat(1_000_000);
    List<JsonNode> events =
        log(
            client -> {
              for (String name : List.of("a", "b", "c", "d")) {
                send(
                    client,
                    "POST",
                    CONFIG_MAPS,
                    "{\"metadata\":{\"name\":\""
                        + name
                        + "\"},\"data\":{\"k\":\""
                        + megabyte
                        + "\"}}");
              }
              send(client, "GET", CONFIG_MAPS, "");
              send(
                  client,
                  "POST",
                  "/apis/apps/v1/namespaces/default/deployments",
                  "{\"metadata\":{\"name\":\"" + megabyte + "\"}}");
            });
    assertThat(events.get(3).at("/requestObject/data/k").asText()).hasSize(1_000_000);
    assertThat(events.get(4).has("responseObject")).isFalse();
    assertThat(events.get(4).at("/annotations/audit.k8s.io~1truncated").asText()).isEqualTo("true");
    assertThat(events.getLast().toString())
        .as("at level Metadata, with a name that is none")
        .hasSizeLessThan(12_000);
  }
}
