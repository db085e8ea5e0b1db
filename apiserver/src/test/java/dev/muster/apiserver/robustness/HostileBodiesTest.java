package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small bodies that once cost minutes or the whole heap. Each is answered, by whatever is right,
 * long before anybody would notice; what they cost otherwise is no matter of a few seconds.
 */
class HostileBodiesTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String NAMESPACE = "/api/v1/namespaces/default";
  private static final String MAP = NAMESPACE + "/configmaps/target";
  private static final String PODS = NAMESPACE + "/pods?dryRun=All";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  private static final String STRICT_REVIEWS = REVIEWS + "?fieldValidation=Strict";
  private static final String ROLES =
      "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles?dryRun=All";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String JSON_PATCH = "application/json-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";
  private static final String JSON = "application/json";
  private static final String YAML = "application/yaml";

  private static RunningServer server;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = server.client();
    created(
        NAMESPACE + "/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"target\"},\"data\":{\"a\":\"0123456789\"}}");
    created(
        NAMESPACE + "/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"held\",\"finalizers\":["
            + many(50_000, i -> "\"example.com/f" + i + "\"")
            + "]}}");
    created(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"ClusterRole\",\"metadata\":{\"name\":\"tenant\"},\"rules\":["
            + "{\"apiGroups\":[\"*\"],\"resources\":[\"*\"],\"verbs\":[\"create\"]}]}");
    created(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"ClusterRoleBinding\",\"metadata\":{\"name\":\"tenant\"},"
            + "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"tenant\"},"
            + "\"subjects\":[{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"User\",\"name\":\"tenant\"}]}");
  }

  private static void created(String path, String body) {
    assertThat(client.json("POST", path, body).status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> attacks() {
    return Stream.of(
        attack(
            "finalizers merged into finalizers", "PATCH", heldMap(), STRATEGIC, finalizers(), 200),
        attack("copies of copies", "PATCH", MAP, JSON_PATCH, copies(), 422),
        attack("copies into themselves", "PATCH", MAP, JSON_PATCH, nestedCopies(), 422),
        attack("moves of a large value", "PATCH", heldMap(), JSON_PATCH, moves(), 413),
        attack("insertions at the front", "PATCH", heldMap(), JSON_PATCH, insertions(), 200),
        attack("one key merged again and again", "PATCH", heldMap(), STRATEGIC, repeatedKey(), 200),
        attack("a cube of permissions", "POST", ROLES, JSON, cube(), 403),
        attack("an aliased text", "POST", REVIEWS, YAML, aliases(), 400),
        attack("aliases of aliases of deep lists", "POST", REVIEWS, YAML, deepAliases(), 400),
        attack("repeated keys in YAML", "POST", STRICT_REVIEWS, YAML, repeatedYamlKeys(), 400),
        attack("unknown fields with long names", "POST", strict(), JSON, longUnknowns(), 400),
        attack("spread constraints", "POST", PODS, JSON, spread(), 422),
        attack("managed fields", "POST", maps(), JSON, managedFields(), 422),
        attack("owners with one hash", "POST", maps(), JSON, owners(), 201),
        attack("labels with one hash", "POST", maps(), JSON, labels(), 201),
        attack("containers and volumes", "POST", PODS, JSON, containersAndVolumes(), 422),
        attack("applied finalizers, all twice", "PATCH", applied(), APPLY, appliedTwice(), 400),
        attack("ports that are all alike", "POST", PODS, JSON, ports(), 422),
        attack("a quantity with a huge exponent", "POST", PODS, JSON, exponent(), 400));
  }

  private static Arguments attack(
      String name, String method, String path, String type, String body, int status) {
    return Arguments.of(name, method, path, type, body, status);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void isAnsweredSoon(
      String name, String method, String path, String type, String body, int status) {
    Map<String, List<String>> headers = new TreeMap<>(Map.of("Content-Type", List.of(type)));
    if (method.equals("POST")) {
      headers.put("Impersonate-User", List.of("tenant"));
      headers.put("Impersonate-Group", List.of("system:authenticated"));
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    assertThat(bytes).as("fits into a request").hasSizeLessThan(3 * 1024 * 1024);
    Answer answer =
        assertTimeoutPreemptively(SOON, () -> client.send(method, path, bytes, headers));
    String shown = answer.body().substring(0, Math.min(500, answer.body().length()));
    assertThat(answer.status()).as(shown).isEqualTo(status);
    assertThat(answer.body().length()).as("bounded answers").isLessThan(12 << 20);
  }

  @Test
  void anObjectDoesNotGrowWithoutEndAndCanBeDeleted() {
    String path = NAMESPACE + "/configmaps/growing";
    created(
        NAMESPACE + "/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"growing\"}}");
    int status = 200;
    for (int i = 0; i < 4 && status == 200; i++) {
      int round = i;
      String patch =
          "{\"metadata\":{\"finalizers\":["
              + many(40_000, each -> "\"example.com/round" + round + "-" + each + "\"")
              + "]}}";
      status = client.text("PATCH", path, STRATEGIC, patch).status();
    }
    assertThat(status).isEqualTo(413);
    String empty = "{\"metadata\":{\"finalizers\":null}}";
    assertThat(client.text("PATCH", path, STRATEGIC, empty).status()).isEqualTo(200);
    assertThat(client.delete(path).status()).isEqualTo(200);
  }

  private static String many(int count, IntFunction<String> one) {
    return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(","));
  }

  private static String heldMap() {
    return NAMESPACE + "/configmaps/held?dryRun=All";
  }

  private static String maps() {
    return NAMESPACE + "/configmaps?dryRun=All";
  }

  private static String strict() {
    return maps() + "&fieldValidation=Strict";
  }

  private static String applied() {
    return NAMESPACE + "/configmaps/applied?fieldManager=me&dryRun=All";
  }

  private static String finalizers() {
    return "{\"metadata\":{\"finalizers\":["
        + many(50_000, i -> "\"example.com/g" + i + "\"")
        + "]}}";
  }

  private static String copies() {
    return "["
        + many(25, i -> "{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/a" + i + "\"}")
        + "]";
  }

  private static String nestedCopies() {
    return "[{\"op\":\"add\",\"path\":\"/data/m\",\"value\":{}},"
        + many(
            21,
            i ->
                "{\"op\":\"copy\",\"from\":\"/data/m\",\"path\":\"/data/m"
                    + "/m".repeat(1 << Math.min(i, 10))
                    + "\"}")
        + "]";
  }

  private static String moves() {
    return "["
        + many(
            2_000,
            i ->
                "{\"op\":\"move\",\"from\":\"/metadata/"
                    + (i % 2 == 0 ? "finalizers" : "other")
                    + "\",\"path\":\"/metadata/"
                    + (i % 2 == 0 ? "other" : "finalizers")
                    + "\"}")
        + "]";
  }

  private static String insertions() {
    return "["
        + many(
            9_999,
            i -> "{\"op\":\"add\",\"path\":\"/metadata/finalizers/0\",\"value\":\"example.com/h\"}")
        + "]";
  }

  private static String repeatedKey() {
    return "{\"metadata\":{\"ownerReferences\":["
        + many(
            20_000,
            i -> "{\"uid\":\"u\",\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n" + i + "\"}")
        + "]}}";
  }

  private static String cube() {
    return "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"Role\",\"metadata\":{\"name\":\"cube\"},\"rules\":[{"
        + "\"apiGroups\":["
        + many(400, i -> "\"g" + i + "\"")
        + "],\"resources\":["
        + many(400, i -> "\"r" + i + "\"")
        + "],\"verbs\":["
        + many(400, i -> "\"v" + i + "\"")
        + "]}]}";
  }

  private static String review(String rest) {
    return "apiVersion: authorization.k8s.io/v1\nkind: SelfSubjectAccessReview\n" + rest;
  }

  private static String aliases() {
    return review("x: &a " + "y".repeat(1 << 20) + "\nz: [" + many(20_000, i -> "*a") + "]\n");
  }

  private static String deepAliases() {
    StringBuilder out = new StringBuilder("x0: &x0 []\n");
    for (int i = 1; i < 25; i++) {
      out.append("x%d: &x%d %s*x%d%s\n".formatted(i, i, "[".repeat(100), i - 1, "]".repeat(100)));
    }
    return review(out.toString());
  }

  private static String repeatedYamlKeys() {
    return review("x: {" + "a: ,".repeat(620_000) + "}\n");
  }

  private static String longUnknowns() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},"
        + many(20, i -> "\"" + "u".repeat(100_000) + i + "\":1")
        + "}";
  }

  private static String pod(String spec) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"x\"},\"spec\":{"
        + spec
        + "}}";
  }

  private static String spread() {
    return pod(
        "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],\"topologySpreadConstraints\":["
            + many(
                40_000,
                i ->
                    "{\"maxSkew\":1,\"topologyKey\":\"k"
                        + i % 39_999
                        + "\",\"whenUnsatisfiable\":\"DoNotSchedule\"}")
            + "]");
  }

  private static String ports() {
    return pod(
        "\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"ports\":["
            + many(40_000, i -> "{\"containerPort\":80,\"name\":\"p\"}")
            + "]}]");
  }

  private static String exponent() {
    return pod(
        "\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":{\"cpu\":1e999999999}}}]");
  }

  private static String managedFields() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\",\"finalizers\":[\"bad\"],\"managedFields\":["
        + many(
            24_000,
            i ->
                "{\"manager\":\"m"
                    + i
                    + "\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:d"
                    + i
                    + "\":{}}}")
        + "]}}";
  }

  private static String labels() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\",\"labels\":{"
        + many(32_768, i -> "\"" + oneHash(i) + "\":\"\"")
        + "}}}";
  }

  private static String containersAndVolumes() {
    return pod(
        "\"volumes\":["
            + many(15_000, i -> "{\"name\":\"v" + i + "\",\"emptyDir\":{}}")
            + "],\"containers\":["
            + many(15_000, i -> "{\"name\":\"c" + i % 14_999 + "\",\"image\":\"i\"}")
            + "]");
  }

  /** Fifteen pairs of letters, each one of two that hash alike, so that all of them do. */
  private static String oneHash(int i) {
    return IntStream.range(0, 15)
        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }

  private static String owners() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\",\"ownerReferences\":["
        + many(
            20_000,
            i ->
                "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n\",\"uid\":\""
                    + oneHash(i)
                    + "\"}")
        + "]}}";
  }

  private static String appliedTwice() {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"applied\",\"finalizers\":["
        + many(80_000, i -> "\"example.com/f" + i % 40_000 + "\"")
        + "]}}";
  }
}
