package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies, types, names and paths that no well-behaved client sends. */
class BadInputTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String GOOD =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}";

  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static Client client;

  @BeforeAll
  static void fill() {
    client = SERVER.client();
  }

  @AfterEach
  void nothingWasStoredAndTheServerServes() {
    assertThat(client.get(CONFIG_MAPS).json().get("items")).isEmpty();
    assertThat(client.json("POST", CONFIG_MAPS, GOOD.formatted("alive")).status()).isEqualTo(201);
    assertThat(client.get(CONFIG_MAPS + "/alive").status()).isEqualTo(200);
    assertThat(client.delete(CONFIG_MAPS + "/alive").status()).isEqualTo(200);
  }

  private static void refused(Answer answer, int status, String reason) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.at("/kind")).isEqualTo("Status");
    assertThat(answer.at("/reason")).isEqualTo(reason);
    assertThat(answer.at("/code")).isEqualTo(Integer.toString(status));
    assertThat(answer.at("/message")).isNotBlank();
  }

  static Stream<Arguments> bodies() {
    String object = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",";
    return Stream.of(
        Arguments.of("empty", "", 400, "BadRequest"),
        Arguments.of("cut off", "{\"apiVersion\":\"v1\",", 400, "BadRequest"),
        Arguments.of("not JSON", "hello", 400, "BadRequest"),
        Arguments.of("an array", "[]", 400, "BadRequest"),
        Arguments.of("a number", "5", 400, "BadRequest"),
        Arguments.of("null", "null", 422, "Invalid"),
        Arguments.of("an empty object", "{}", 422, "Invalid"),
        Arguments.of("two objects", GOOD.formatted("a") + GOOD.formatted("b"), 400, "BadRequest"),
        Arguments.of("a NUL", object + "\"metadata\":{\"name\":\"a\0\"}}", 400, "BadRequest"),
        Arguments.of(
            "another kind",
            "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"}}",
            400,
            "BadRequest"),
        Arguments.of(
            "another group",
            "{\"apiVersion\":\"apps/v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}",
            400,
            "BadRequest"),
        Arguments.of(
            "an unknown version",
            "{\"apiVersion\":\"v9\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}",
            400,
            "BadRequest"),
        Arguments.of("a list for an object", object + "\"metadata\":[]}", 400, "BadRequest"),
        Arguments.of(
            "a number for a text",
            object + "\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":1}}",
            400,
            "BadRequest"),
        Arguments.of("no name", object + "\"metadata\":{}}", 422, "Invalid"),
        Arguments.of("an upper case name", GOOD.formatted("UPPER"), 422, "Invalid"),
        Arguments.of("a name with a slash", GOOD.formatted("a/b"), 422, "Invalid"),
        Arguments.of("a name of dots", GOOD.formatted(".."), 422, "Invalid"),
        Arguments.of("a name too long", GOOD.formatted("a".repeat(254)), 422, "Invalid"),
        Arguments.of(
            "another namespace",
            object + "\"metadata\":{\"name\":\"a\",\"namespace\":\"kube-system\"}}",
            400,
            "BadRequest"),
        Arguments.of(
            "a version of its own",
            object + "\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"7\"}}",
            400,
            "BadRequest"),
        Arguments.of(
            "a bad label",
            object + "\"metadata\":{\"name\":\"a\",\"labels\":{\"-\":\"-\"}}}",
            422,
            "Invalid"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void bodiesThatAreRefused(String what, String body, int status, String reason) {
    refused(client.json("POST", CONFIG_MAPS, body), status, reason);
  }

  @Test
  void aBodyOfMoreThanThreeMebibytes() {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"big\"},\"data\":{\"a\":\""
            + "a".repeat(4 << 20)
            + "\"}}";
    refused(client.json("POST", CONFIG_MAPS, body), 413, "RequestEntityTooLarge");
  }

  @ParameterizedTest
  @CsvSource({"1000", "10000", "100000"})
  void deeplyNestedLists(int depth) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"deep\"},\"x\":"
            + "[".repeat(depth)
            + "]".repeat(depth)
            + "}";
    Answer answer = client.json("POST", CONFIG_MAPS + "?fieldValidation=Strict", body);
    refused(answer, 400, "BadRequest");
  }

  @Test
  void deeplyNestedObjectsInAPatch() {
    client.json("POST", CONFIG_MAPS, GOOD.formatted("patched"));
    String body = "{\"a\":".repeat(5000) + "1" + "}".repeat(5000);
    Answer answer =
        client.text(
            "PATCH",
            CONFIG_MAPS + "/patched?fieldValidation=Strict",
            "application/merge-patch+json",
            body);
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
    client.delete(CONFIG_MAPS + "/patched");
  }

  @Test
  void duplicateKeysWhenValidatedStrictly() {
    Answer answer =
        client.json(
            "POST",
            CONFIG_MAPS + "?fieldValidation=Strict",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"data\":{\"k\":\"1\"},\"data\":{\"k\":\"2\"}}");
    refused(answer, 400, "BadRequest");
    assertThat(answer.at("/message")).contains("duplicate field \"data\"");
  }

  @ParameterizedTest
  @CsvSource({"text/plain", "application/xml", "multipart/form-data; boundary=x", "garbage"})
  void bodiesOfUnknownTypes(String contentType) {
    Answer answer = client.text("POST", CONFIG_MAPS, contentType, GOOD.formatted("a"));
    refused(answer, 415, "UnsupportedMediaType");
  }

  @Test
  void aPatchOfAnUnknownType() {
    Answer answer = client.json("PATCH", CONFIG_MAPS + "/x", "{}");
    refused(answer, 415, "UnsupportedMediaType");
  }

  @ParameterizedTest
  @CsvSource({"text/plain", "image/png", "application/*"})
  void answersOfUnknownTypes(String accept) {
    Answer answer = client.send("GET", CONFIG_MAPS, null, Map.of("Accept", List.of(accept)));
    refused(answer, 406, "NotAcceptable");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, PartialObjectMetadata, is a list (*core.PodList)",
    "/apis/events.k8s.io/v1/events, PartialObjectMetadata, is a list (*core.EventList)",
    "/api/v1/namespaces/default, PartialObjectMetadataList, is not a list (*core.Namespace)",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/admin, PartialObjectMetadataList,"
        + " is not a list (*rbac.ClusterRole)"
  })
  void listsWhereThereIsOneObjectAndTheOtherWayRound(String path, String as, String what) {
    String accept = "application/json;as=" + as + ";v=v1;g=meta.k8s.io";
    Answer answer = client.send("GET", path, null, Map.of("Accept", List.of(accept)));
    refused(answer, 406, "NotAcceptable");
    assertThat(answer.at("/message"))
        .isEqualTo("you requested " + as + ", but the requested object " + what);
  }

  @Test
  void aClientThatPrefersProtobufGetsJson() {
    Answer answer =
        client.send(
            "GET",
            CONFIG_MAPS,
            null,
            Map.of(
                "Accept", List.of("application/vnd.kubernetes.protobuf,application/json;q=0.9")));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(answer.at("/kind")).isEqualTo("ConfigMapList");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/namespaces/default/configmaps/..%2F..%2Fsecrets",
    "/api/v1/namespaces/default/configmaps/%2e%2e",
    "/api/v1/namespaces/../../../etc/passwd",
    "/api//v1/namespaces",
    "//api/v1/namespaces",
    "/api/v1/namespaces//configmaps",
    "/api/v1/namespaces/default//configmaps",
    "/api/v1/namespaces/default/configmaps/a/b/c/d",
    "/api/v1/namespaces/default/configmaps/%00",
    "/apis/apps/v9/deployments",
    "/apis/nowhere/v1/things",
    "/api/v1/namespaces/default/nothings"
  })
  void pathsThatLeadNowhere(String path) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as(path + " " + answer.body()).isIn(400, 404);
    assertThat(client.delete(path).status()).isBetween(400, 499);
  }

  @ParameterizedTest
  @CsvSource({
    "labelSelector=%3D%3D%3D",
    "fieldSelector=nothing%3D1",
    "limit=x",
    "timeoutSeconds=x&watch=1",
    "resourceVersion=x",
    "continue=x",
    "resourceVersionMatch=Sometimes"
  })
  void queriesThatMeanNothing(String query) {
    Answer answer = client.get(CONFIG_MAPS + "?" + query);
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
    assertThat(answer.at("/message")).isNotBlank();
  }

  @Test
  void aHugeQuery() {
    Answer answer = client.get(CONFIG_MAPS + "?labelSelector=" + "a".repeat(200_000));
    assertThat(answer.status()).isIn(400, 414, 431);
  }

  @Test
  void aSelectorOfAThousandTerms() {
    Answer answer = client.get(CONFIG_MAPS + "?labelSelector=" + "a%3Db,".repeat(1000) + "a%3Db");
    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Bearer nobody, 401",
    "Authorization, Basic Og==, 403",
    "Impersonate-User, '', 200",
    "Impersonate-Group, system:masters, 400",
    "Accept-Encoding, 'zstd, br;q=9', 200"
  })
  void headersOfStrangers(String name, String value, int status) {
    Answer answer = client.send("GET", CONFIG_MAPS, null, Map.of(name, List.of(value)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
  }

  @Test
  void aBodyThatIsNotText() {
    Answer answer =
        client.send(
            "POST",
            CONFIG_MAPS,
            new byte[] {'{', (byte) 0xff, (byte) 0xfe, '}'},
            Map.of("Content-Type", List.of("application/json")));
    refused(answer, 400, "BadRequest");
  }

  @Test
  void textThatIsNotUnicode() {
    byte[] body =
        GOOD.formatted("a")
            .replace("}}", ",\"labels\":{\"a\":\"?\"}}}")
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < body.length; i++) {
      if (body[i] == '?') {
        body[i] = (byte) 0xff;
      }
    }
    Answer answer =
        client.send("POST", CONFIG_MAPS, body, Map.of("Content-Type", List.of("application/json")));
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
  }

  @Test
  void deletingEverythingByAMalformedRequest() {
    Answer answer = client.json("DELETE", CONFIG_MAPS, "{\"kind\":\"Nonsense\"");
    assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
  }
}
