package dev.muster.apiserver.customresources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects that a server of somebody else's converts, on every way in and out. */
@Timeout(20)
class ConversionOverHttpsTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private static ConvertingServer converter;
  private static RunningServer server;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    converter = ConvertingServer.start(directory);
    server = RunningServer.alone(directory);
    client = server.client();
    assertThat(define("rulers", "v1").status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
    converter.close();
  }

  @BeforeEach
  void well() {
    converter.answering(answer -> answer);
  }

  private static Answer define(String plural, String stored) {
    return client.json("POST", DEFINITIONS, definition(plural, stored, converter.conversion()));
  }

  private static String definition(String plural, String stored, String conversion) {
    return """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"%1$s.conv.example.com"},
         "spec":{"group":"conv.example.com","scope":"Namespaced",
          "names":{"plural":"%1$s","kind":"K%1$s"},"conversion":%2$s,
          "versions":[%3$s,%4$s]}}
        """
        .formatted(
            plural,
            conversion,
            version("v1", stored, "\"size\":{\"type\":\"integer\"}", ".spec.size"),
            version("v2", stored, "\"measure\":{\"type\":\"string\"}", ".spec.count"));
  }

  private static String version(String name, String stored, String property, String scaled) {
    return """
        {"name":"%s","served":true,"storage":%s,
         "subresources":{"scale":{"specReplicasPath":"%s","statusReplicasPath":".status.n"}},
         "schema":{"openAPIV3Schema":{"type":"object","properties":{
          "spec":{"type":"object","properties":{%s,"count":{"type":"integer"}}},
          "status":{"type":"object","properties":{"n":{"type":"integer"}}}}}}}
        """
        .formatted(name, name.equals(stored), scaled, property);
  }

  private static String objects(String version, String plural) {
    return "/apis/conv.example.com/" + version + "/namespaces/default/" + plural;
  }

  private static Answer create(String version, String plural, String name, String spec) {
    return client.json(
        "POST",
        objects(version, plural),
        """
        {"apiVersion":"conv.example.com/%s","kind":"K%s","metadata":{"name":"%s"},"spec":%s}
        """
            .formatted(version, plural, name, spec));
  }

  @Test
  void onWriteAndOnRead() {
    assertThat(create("v2", "rulers", "a", "{\"measure\":\"7 cm\"}").at("/spec/measure"))
        .isEqualTo("7 cm");
    assertThat(client.get(objects("v1", "rulers") + "/a").at("/spec/size")).isEqualTo("7");
    assertThat(client.get(objects("v2", "rulers") + "/a").at("/spec/measure")).isEqualTo("7 cm");
    assertThat(client.get(objects("v2", "rulers")).at("/items/0/spec/measure")).isEqualTo("7 cm");
    Answer patched =
        client.text(
            "PATCH",
            objects("v2", "rulers") + "/a",
            "application/merge-patch+json",
            "{\"spec\":{\"measure\":\"8 cm\"}}");
    assertThat(patched.at("/spec/measure")).isEqualTo("8 cm");
    assertThat(client.get(objects("v1", "rulers") + "/a").at("/spec/size")).isEqualTo("8");
    assertThat(client.delete(objects("v2", "rulers") + "/a").status()).isEqualTo(200);
  }

  @Test
  void onWatch() throws Exception {
    String revision = client.get(objects("v2", "rulers")).at("/metadata/resourceVersion");
    try (BufferedReader events =
        new BufferedReader(
            new InputStreamReader(
                client.open(objects("v2", "rulers") + "?watch=1&resourceVersion=" + revision),
                StandardCharsets.UTF_8))) {
      create("v1", "rulers", "watched", "{\"size\":3}");
      assertThat(events.readLine()).contains("\"measure\":\"3 cm\"").doesNotContain("\"size\"");
    }
    client.delete(objects("v1", "rulers") + "/watched");
  }

  @Test
  void nobodyIsAskedForTheStoredVersion() {
    create("v1", "rulers", "own", "{\"size\":3}");
    int before = converter.asked();
    assertThat(client.get(objects("v1", "rulers") + "/own").status()).isEqualTo(200);
    assertThat(converter.asked()).isEqualTo(before);
    client.delete(objects("v1", "rulers") + "/own");
  }

  @Test
  void aScaleIsThatOfTheVersionAskedFor() {
    create("v1", "rulers", "scaled", "{\"size\":3,\"count\":5}");
    assertThat(client.get(objects("v1", "rulers") + "/scaled/scale").at("/spec/replicas"))
        .isEqualTo("3");
    assertThat(client.get(objects("v2", "rulers") + "/scaled/scale").at("/spec/replicas"))
        .isEqualTo("5");
    Answer scaled =
        client.text(
            "PATCH",
            objects("v2", "rulers") + "/scaled/scale",
            "application/merge-patch+json",
            "{\"spec\":{\"replicas\":6}}");
    assertThat(scaled.at("/spec/replicas")).isEqualTo("6");
    Answer object = client.get(objects("v1", "rulers") + "/scaled");
    assertThat(object.at("/spec/count")).isEqualTo("6");
    assertThat(object.at("/spec/size")).isEqualTo("3");
    client.delete(objects("v1", "rulers") + "/scaled");
  }

  private static Consumer<ObjectNode> fault(String name) {
    return switch (name) {
      case "failure" ->
          answer ->
              ((ObjectNode) answer.at("/response/result"))
                  .put("status", "Failure")
                  .put("message", "no idea");
      case "uid" -> answer -> ((ObjectNode) answer.get("response")).put("uid", "x");
      case "count" -> answer -> ((ObjectNode) answer.get("response")).remove("convertedObjects");
      default ->
          answer ->
              ((ObjectNode) answer.at("/response/convertedObjects/0/metadata")).put("name", "x");
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failure | failed: no idea",
        "uid | got \"x\"",
        "count | returned 0 objects, expected 1",
        "metadata | returned invalid object: must have the same name: f != x"
      })
  void anAnswerThatIsNoneIsAnError(String fault, String message) {
    create("v1", "rulers", "f", "{\"size\":3}");
    converter.answering(
        answer -> {
          fault(fault).accept(answer);
          return answer;
        });
    Answer read = client.get(objects("v2", "rulers") + "/f");
    assertThat(read.status()).isEqualTo(500);
    assertThat(read.at("/message"))
        .startsWith("conversion webhook for conv.example.com/v1, Kind=Krulers ")
        .endsWith(message);
    assertThat(client.get(objects("v2", "rulers")).status()).isEqualTo(500);
    assertThat(create("v2", "rulers", "f2", "{\"measure\":\"1 cm\"}").status()).isEqualTo(500);
    assertThat(client.get(objects("v1", "rulers") + "/f").status()).isEqualTo(200);
    converter.answering(answer -> answer);
    client.delete(objects("v1", "rulers") + "/f");
  }

  @Test
  void aServerThatNobodyVouchesForIsNotAsked(@TempDir Path other) throws IOException {
    try (ConvertingServer stranger = ConvertingServer.start(other)) {
      String theirs = stranger.conversion().replaceAll("(?s).*\"caBundle\":\"([^\"]*)\".*", "$1");
      client.json("POST", DEFINITIONS, definition("strange", "v1", converter.conversion(theirs)));
    }
    create("v1", "strange", "s", "{\"size\":1}");
    int before = converter.asked();
    Answer read = client.get(objects("v2", "strange") + "/s");
    assertThat(read.status()).isEqualTo(500);
    assertThat(read.at("/message")).contains("conversion webhook for").contains("failed: Post");
    assertThat(converter.asked()).isEqualTo(before);
  }

  /** Has a policy look at deletions, in the version that is not stored. */
  private static void judge(String plural) {
    String policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";
    client.json(
        "POST",
        policies + "ies",
        """
        {"metadata":{"name":"judge"},"spec":{"matchConstraints":{"resourceRules":[
         {"apiGroups":["conv.example.com"],"apiVersions":["v2"],"operations":["DELETE"],
          "resources":["%s"]}]},"validations":[{"expression":"oldObject.spec.measure != ''"}]}}
        """
            .formatted(plural));
    client.json(
        "POST",
        policies + "ybindings",
        """
        {"metadata":{"name":"judge"},"spec":{"policyName":"judge","validationActions":["Deny"]}}
        """);
  }

  @Test
  void aConverterThatHangsHoldsUpNoOthersCleanUp() throws InterruptedException {
    define("slow", "v1");
    define("quick", "v1");
    create("v1", "slow", "s", "{\"size\":1}");
    create("v1", "quick", "q", "{\"size\":1}");
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    judge("slow");
    converter.answering(
        answer -> {
          reached.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return answer;
        });
    client.delete(DEFINITIONS + "/slow.conv.example.com");
    reached.await();
    client.delete(DEFINITIONS + "/quick.conv.example.com");
    Await.until(
        "the other definition is gone",
        () -> client.get(DEFINITIONS + "/quick.conv.example.com").status() == 404);
    assertThat(client.get(DEFINITIONS + "/slow.conv.example.com").status()).isEqualTo(200);
    released.countDown();
    Await.until(
        "the definition is gone",
        () -> client.get(DEFINITIONS + "/slow.conv.example.com").status() == 404);
  }
}
