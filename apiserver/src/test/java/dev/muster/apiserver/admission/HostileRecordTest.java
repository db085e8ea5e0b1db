package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A tenant wants his pod to run as another account than it was admitted with: by writing the
 * server's record of that, or the name of the config map, past the checks.
 */
class HostileRecordTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String RECORD = "gmsa.muster.dev/admitted";
  private static final String NAME = "pod.alpha.kubernetes.io/windows-gmsa-config-map";
  private static final String SPEC =
      """
      {"CmsPlugins":["ActiveDirectory"],"DomainJoinConfig":{"Sid":"S-1-5-21-2126729477-2524075714-3094792973",\
      "MachineAccountName":"WebApplication1","Guid":"244818ae-87ca-4fcd-92ec-e79e5252348a",\
      "DnsTreeName":"contoso.com","DnsName":"contoso.com","NetBiosName":"CONTOSO"},\
      "ActiveDirectoryConfig":{"GroupManagedServiceAccounts":[{"Name":"WebApplication1","Scope":"CONTOSO"}]}}\
      """;

  private static RunningServer server;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.alone(directory);
    client = server.client();
    for (String name : new String[] {"mine", "victim"}) {
      Answer made =
          client.json(
              "POST",
              "/api/v1/namespaces/default/configmaps",
              "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"gmsa-cred-spec\":\"%s\"}}"
                  .formatted(name, SPEC.replace("\"", "\\\"")));
      assertThat(made.status()).as(made.body()).isEqualTo(201);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private String admitted = "";

  /** One pod that was admitted with a spec, and one without. */
  @BeforeEach
  void pods() {
    client.delete(PODS + "/with?gracePeriodSeconds=0");
    client.delete(PODS + "/without?gracePeriodSeconds=0");
    assertThat(create("with", annotation(NAME, "mine")).status()).isEqualTo(201);
    admitted = annotations("with");
    assertThat(admitted).contains(RECORD);
    assertThat(create("without", "{}").status()).isEqualTo(201);
  }

  private static Answer create(String name, String annotations) {
    return client.json("POST", PODS, pod(name, annotations));
  }

  private static String pod(String name, String annotations) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\",\"annotations\":%s},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
        .formatted(name, annotations);
  }

  private static String annotation(String key, String value) {
    return "{\"%s\":\"%s\"}".formatted(key, value);
  }

  private static String annotations(String pod) {
    return client.get(PODS + "/" + pod).json().at("/metadata/annotations").toString();
  }

  @ParameterizedTest
  @CsvSource({RECORD + ", {}", RECORD + ", ''"})
  void aPodThatBringsItsOwnRecordIsRefused(String key, String value) {
    Answer answer = create("forged", annotation(key, value));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.at("/message"))
        .isEqualTo(
            "pods \"forged\" is forbidden: metadata.annotations[gmsa.muster.dev/admitted]: only the"
                + " server says with what a pod was admitted: leave it out");
    Answer applied =
        client.text(
            "PATCH",
            PODS + "/applied?fieldManager=m",
            "application/apply-patch+yaml",
            pod("applied", annotation(key, value)));
    assertThat(applied.status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "'', application/merge-patch+json",
    "'', application/strategic-merge-patch+json",
    "'', application/apply-patch+yaml",
    "/status, application/merge-patch+json",
    "/status, application/apply-patch+yaml"
  })
  void noPatchWritesIt(String part, String type) {
    for (String pod : new String[] {"with", "without"}) {
      String before = annotations(pod);
      for (String key : new String[] {RECORD, NAME}) {
        String body =
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\",\"annotations\":%s}}"
                .formatted(pod, annotation(key, "victim"));
        Answer answer =
            client.text(
                "PATCH", PODS + "/" + pod + part + "?fieldManager=m" + force(type), type, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.at("/message"))
            .contains("metadata.annotations[" + key + "]: Forbidden: may not ");
        assertThat(annotations(pod)).isEqualTo(before);
      }
    }
  }

  private static String force(String type) {
    return type.contains("apply") ? "&force=true" : "";
  }

  @Test
  void noReplacementWritesItAndOneThatDoesNotKnowItLeavesIt() {
    String now = client.get(PODS + "/with").body();
    String forged = now.replace("\\\"mine\\\":", "\\\"victim\\\":");
    assertThat(forged).isNotEqualTo(now);
    assertThat(client.json("PUT", PODS + "/with", forged).status()).isEqualTo(422);
    assertThat(client.json("PUT", PODS + "/with/status", forged).status()).isEqualTo(422);
    String without = now.replaceFirst("\"gmsa.muster.dev/admitted\":\"(\\\\.|[^\"])*\",", "");
    assertThat(without).isNotEqualTo(now);
    assertThat(client.json("PUT", PODS + "/with", without).status()).isEqualTo(200);
    assertThat(annotations("with")).isEqualTo(admitted);
  }

  @ParameterizedTest
  @CsvSource({"pods/with/binding", "pods/without/binding", "bindings"})
  void noBindingWritesIt(String path) {
    String pod = path.contains("without") ? "without" : "with";
    String before = annotations(pod);
    for (String key :
        new String[] {RECORD, NAME, NAME.replace("alpha", "beta"), "kubernetes.io/config.mirror"}) {
      Answer answer =
          client.json(
              "POST",
              "/api/v1/namespaces/default/" + path,
              "{\"metadata\":{\"name\":\"%s\",\"annotations\":%s},\"target\":{\"name\":\"n\"}}"
                  .formatted(pod, annotation(key, "victim")));
      assertThat(answer.status()).as(answer.body()).isEqualTo(422);
      assertThat(answer.at("/message"))
          .startsWith("Pod \"" + pod + "\" is invalid: ")
          .contains("metadata.annotations[" + key + "]: Forbidden: may not ");
      assertThat(annotations(pod)).isEqualTo(before);
      assertThat(client.get(PODS + "/" + pod).at("/spec/nodeName")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"ephemeralcontainers", "resize"})
  void partsThatHaveNoMetadataLeaveIt(String part) {
    String body = "{\"metadata\":{\"annotations\":%s}}".formatted(annotation(RECORD, "{}"));
    client.text("PATCH", PODS + "/with/" + part, "application/merge-patch+json", body);
    client.text(
        "PATCH",
        PODS + "/without/" + part,
        "application/merge-patch+json",
        "{\"metadata\":{\"annotations\":%s}}".formatted(annotation(NAME, "victim")));
    assertThat(annotations("with")).isEqualTo(admitted);
    assertThat(annotations("without")).doesNotContain("victim");
  }

  @Test
  void anotherConfigMapOfTheSameNameIsNotTheRecordedOne() {
    String digest = admitted;
    client.delete("/api/v1/namespaces/default/configmaps/mine");
    client.json(
        "POST",
        "/api/v1/namespaces/default/configmaps",
        "{\"metadata\":{\"name\":\"mine\"},\"data\":{\"gmsa-cred-spec\":\"%s\"}}"
            .formatted(SPEC.replace("WebApplication1", "Victim").replace("\"", "\\\"")));
    assertThat(annotations("with")).isEqualTo(digest);
    create("later", annotation(NAME, "mine"));
    assertThat(annotations("later")).contains(RECORD).isNotEqualTo(digest);
  }
}
