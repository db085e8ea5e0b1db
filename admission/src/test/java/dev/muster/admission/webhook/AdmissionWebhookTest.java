package dev.muster.admission.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What webhooks' answers do to a write. */
class AdmissionWebhookTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: default, labels: {app: shop}}
      spec: {containers: [{name: c, image: "nginx:1.27"}]}
      """;

  private final MemoryCluster cluster =
      new MemoryCluster().with("{apiVersion: v1, kind: Namespace, metadata: {name: default}}");
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final List<JsonNode> reviews = new ArrayList<>();
  private final Authorizer nobody = request -> Decision.NoOpinion.SILENT;
  private final WebhookClient client = this::answer;
  private final ObjectWriter jane =
      new ObjectWriter(
          new AdmissionChain(
              List.of(
                  new MutatingAdmissionWebhook(
                      cluster, nobody, Objects.KINDS, client, (r, k, v) -> {}),
                  new ValidatingAdmissionWebhook(
                      cluster, nobody, Objects.KINDS, client, (r, k, v) -> {}))),
          User.of("jane", "crew"));

  private synchronized byte[] answer(
      WebhookClient.Endpoint endpoint, byte[] body, java.time.Duration timeout)
      throws WebhookClient.CallException {
    asked.add(endpoint.url());
    try {
      JsonNode review = JSON.readTree(body);
      reviews.add(review);
      String response = answers.get(endpoint.url());
      if (response == null) {
        throw new WebhookClient.CallException("Post \"" + endpoint.url() + "\": no such host");
      }
      return ("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":"
              + response.replace("UID", review.at("/request/uid").asText())
              + "}")
          .getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String url(String name) {
    return "https://" + name + ".example.com/";
  }

  private void hook(String kind, String name, String more) {
    cluster.with(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: %sWebhookConfiguration
        metadata: {name: %s}
        webhooks:
        - name: %s.example.com
          admissionReviewVersions: [v1]
          sideEffects: None
          clientConfig: {url: "https://%s.example.com/"}
          rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
        """
                .formatted(kind, name, name, name)
            + more.indent(2));
  }

  private void answers(String name, String response) {
    answers.put(url(name), "{\"uid\":\"UID\"," + response + "}");
  }

  private static String patch(String operations) {
    return "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\""
        + Base64.getEncoder().encodeToString(operations.getBytes(StandardCharsets.UTF_8))
        + "\"";
  }

  private ObjectNode create() {
    return jane.create(Objects.yaml(POD));
  }

  private Status refusal() {
    return catchThrowableOfType(ApiException.class, this::create).status();
  }

  @Test
  void theQuestionCarriesTheRequest() throws JsonProcessingException {
    hook("Validating", "v", "");
    answers("v", "\"allowed\":true,\"warnings\":[\"mind the gap\"]");
    create();
    JsonNode request = reviews.getFirst().path("request");
    assertThat(request.at("/kind"))
        .isEqualTo(JSON.readTree("{\"group\":\"\",\"version\":\"v1\",\"kind\":\"Pod\"}"));
    assertThat(request.at("/operation").asText()).isEqualTo("CREATE");
    assertThat(request.at("/userInfo/username").asText()).isEqualTo("jane");
    assertThat(request.at("/object/metadata/name").asText()).isEqualTo("web");
    assertThat(request.at("/object/apiVersion").asText()).isEqualTo("v1");
    assertThat(request.at("/oldObject").isNull()).isTrue();
    assertThat(request.at("/dryRun").asBoolean()).isFalse();
    assertThat(jane.warnings()).containsExactly("mind the gap");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"allowed\":false,\"status\":{\"code\":403,\"message\":\"no\"} | 403 | admission webhook \"v.example.com\" denied the request: no",
        "\"allowed\":false,\"status\":{\"reason\":\"Forbidden\"} | 400 | admission webhook \"v.example.com\" denied the request: Forbidden",
        "\"allowed\":false | 400 | admission webhook \"v.example.com\" denied the request without explanation",
      })
  void aDenialIsTheAnswer(String response, int code, String message) {
    hook("Validating", "v", "");
    answers("v", response);
    assertThat(refusal().code()).isEqualTo(code);
    assertThat(refusal().message()).isEqualTo(message);
  }

  @Test
  void anObjectIsPatched() {
    hook("Mutating", "m", "");
    answers("m", patch("[{\"op\":\"add\",\"path\":\"/metadata/labels/by\",\"value\":\"m\"}]"));
    assertThat(create().at("/metadata/labels/by").asText()).isEqualTo("m");
  }

  @Test
  void aPatchedObjectIsWholeAgain() {
    hook("Mutating", "m", "");
    answers(
        "m",
        patch(
            "[{\"op\":\"add\",\"path\":\"/spec/containers/-\",\"value\":{\"name\":\"side\",\"image\":\"x\"}}]"));
    assertThat(create().at("/spec/containers/1/imagePullPolicy").asText()).isEqualTo("Always");
  }

  @Test
  void laterWebhooksSeeWhatEarlierOnesChangedAndEarlierOnesMayLookAgain() {
    hook("Mutating", "a", "reinvocationPolicy: IfNeeded");
    hook("Mutating", "b", "");
    answers("a", "\"allowed\":true");
    answers("b", patch("[{\"op\":\"add\",\"path\":\"/metadata/labels/by\",\"value\":\"b\"}]"));
    create();
    assertThat(asked).containsExactly(url("a"), url("b"), url("a"));
    assertThat(reviews.get(2).at("/request/object/metadata/labels/by").asText()).isEqualTo("b");
  }

  @Test
  void aFailureRefusesUnlessItIsIgnored() {
    hook("Validating", "v", "");
    assertThat(refusal().code()).isEqualTo(500);
    assertThat(refusal().message())
        .isEqualTo(
            "Internal error occurred: failed calling webhook \"v.example.com\": failed to call"
                + " webhook: Post \"https://v.example.com/\": no such host");
    hook("Validating", "v", "failurePolicy: Ignore");
    create();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"uid\":\"other\",\"allowed\":true} | expected response.uid=",
        "[] | webhook response was absent",
        "{\"uid\":\"UID\",\"allowed\":true,\"patch\":\"W10=\"} | webhook returned response.patchType=\"\"",
        "{\"uid\":\"UID\",\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"%%\"} | the patch does not apply",
        "{\"uid\":\"UID\",\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"W3sib3AiOiJyZW1vdmUiLCJwYXRoIjoiL3gveSJ9XQ==\"} | the patch does not apply",
      })
  void anAnswerThatCannotBeUsedIsAFailure(String response, String why) {
    hook("Mutating", "m", "");
    answers.put(url("m"), response);
    assertThat(refusal().message()).contains("failed calling webhook \"m.example.com\"", why);
  }

  @Test
  void conditionsAndSelectorsKeepWebhooksOut() {
    hook(
        "Validating",
        "conditions",
        "matchConditions: [{name: others, expression: \"request.userInfo.username != 'jane'\"}]");
    hook("Validating", "objects", "objectSelector: {matchLabels: {app: other}}");
    hook("Validating", "namespaces", "namespaceSelector: {matchLabels: {env: prod}}");
    create();
    assertThat(asked).isEmpty();
  }
}
