package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant looks for a request that policies and webhooks do not hear of. */
class HostileAdmissionTest {
  private static final Set<String> READS = Set.of("get", "list", "watch");
  private static final String REFUSED =
      "admission webhook \"a.example.com\" denied the request: heard";

  static final List<AdmittedRequest> REQUESTS = AdmittedRequest.all();

  private static RefusingServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    server = RefusingServer.start(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void nothingThatIsServedIsMissingInTheTable() {
    List<String> missing = new ArrayList<>();
    Set<AdmissionTable.Row> used = new HashSet<>();
    for (Kind kind : KubernetesKinds.kinds().known()) {
      for (String verb : kind.verbs()) {
        look(kind, "", verb, READS.contains(verb), missing, used);
      }
      for (Subresource part : kind.subresources()) {
        boolean connection = part.kind().endsWith("Options");
        for (String verb : part.verbs()) {
          look(kind, part.name(), verb, READS.contains(verb) && !connection, missing, used);
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(used).containsExactlyInAnyOrderElementsOf(AdmissionTable.rows());
  }

  private static void look(
      Kind kind,
      String part,
      String verb,
      boolean read,
      List<String> missing,
      Set<AdmissionTable.Row> used) {
    AdmissionTable.rows().stream()
        .filter(row -> row.covers(kind.plural(), part, verb))
        .forEach(used::add);
    if (!read && used.stream().noneMatch(row -> row.covers(kind.plural(), part, verb))) {
      missing.add(kind.qualifiedPlural() + "/" + part + " " + verb);
    }
  }

  @Test
  void everyRowOfTheTableIsTried() {
    Set<AdmissionTable.Row> tried = new HashSet<>();
    REQUESTS.forEach(request -> tried.add(request.row()));
    assertThat(tried).containsExactlyInAnyOrderElementsOf(AdmissionTable.rows());
  }

  @ParameterizedTest
  @FieldSource("REQUESTS")
  void aPolicyIsHeard(AdmittedRequest request) {
    Answer answer = server.send("judged", request);
    Target carried = request.carries();
    String shown = carried.apiVersion() + " " + carried.kind();
    String operation = request.row().operation();
    assertThat(answer.at("/message"))
        .isEqualTo(
            "%s \"%s\" is forbidden: ValidatingAdmissionPolicy 'all' with binding 'all' denied request: %s %s %s/%s %s %s %s"
                .formatted(
                    request.kind().qualifiedPlural(),
                    request.name().isEmpty() ? "Unknown" : request.name(),
                    operation,
                    carried.kind(),
                    request.info().resource(),
                    request.info().subresource(),
                    request.name(),
                    operation.equals("DELETE") ? "-" : shown,
                    request.old() ? shown : "-"));
    assertThat(answer.status()).isEqualTo(422);
  }

  @ParameterizedTest
  @FieldSource("REQUESTS")
  void webhooksAreHeard(AdmittedRequest request) throws IOException {
    for (String user : List.of("hooked", "early")) {
      int before = server.service.requests().size();
      Answer answer = server.send(user, request);
      assertThat(answer.at("/message")).as(user).isEqualTo(REFUSED);
      assertThat(answer.status()).isEqualTo(403);
      assertThat(server.service.requests()).hasSize(before + 1);
      ReviewShape.check(server.lastReview(), request);
    }
  }

  @Test
  void webhooksHearOfEveryKindThatCanBeCreated() throws IOException {
    for (Kind kind : KubernetesKinds.kinds().all()) {
      // nobody can lock himself out, and why something does not work is told when webhooks do not
      if (!kind.verbs().contains("create")
          || kind.group().equals("admissionregistration.k8s.io")
          || kind.group().equals("access.muster.dev")) {
        continue;
      }
      String where = kind.namespaced() ? "/namespaces/ns/" : "/";
      String root = kind.group().isEmpty() ? "/api/v1" : "/apis/" + kind.apiVersion();
      String body =
          "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"x\"}}"
              .formatted(kind.apiVersion(), kind.kind());
      Answer answer =
          server.send("early", "POST", root + where + kind.plural(), "application/json", body);
      assertThat(answer.at("/message")).as(kind.qualifiedKind()).isEqualTo(REFUSED);
      JsonNode review = server.lastReview();
      assertThat(review.at("/kind/kind").asText()).isEqualTo(kind.kind());
      assertThat(review.at("/resource/version").asText()).isEqualTo(kind.version());
      assertThat(review.at("/object/apiVersion").asText()).isEqualTo(kind.apiVersion());
    }
  }

  @Test
  void whatAWebhookMakesOfAScaleOrOfOptionsIsWhatCounts() {
    try {
      server.answering(patch("[{'op':'add','path':'/spec/replicas','value':2}]"));
      Answer scaled =
          server.send(
              "early",
              "PATCH",
              "/apis/apps/v1/namespaces/ns/deployments/w/scale",
              "application/merge-patch+json",
              "{\"spec\":{\"replicas\":9}}");
      assertThat(scaled.at("/spec/replicas")).isEqualTo("2");
      server.answering(patch("[{'op':'add','path':'/container','value':'other'}]"));
      Answer connected =
          server.send("early", "POST", "/api/v1/namespaces/ns/pods/p/exec?container=c", "x/y", "");
      assertThat(connected.at("/message")).isEqualTo("container other is not valid for pod p");
    } finally {
      server.answering("\"allowed\":false,\"status\":{\"message\":\"heard\",\"code\":403}");
    }
  }

  private static String patch(String operations) {
    return "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"%s\""
        .formatted(
            Base64.getEncoder()
                .encodeToString(operations.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void policiesJudgeWebhookConfigurationsButNotReviewsOrPolicies() {
    String registration = "/apis/admissionregistration.k8s.io/v1/";
    assertThat(judged(registration + "validatingwebhookconfigurations?dryRun=All").status())
        .isEqualTo(422);
    assertThat(judged(registration + "validatingadmissionpolicybindings?dryRun=All").at("/message"))
        .doesNotContain("denied request");
    assertThat(judged("/apis/authentication.k8s.io/v1/selfsubjectreviews").status()).isEqualTo(201);
  }

  private static Answer judged(String path) {
    return server.send(
        "judged", "POST", path, "application/json", "{\"metadata\":{\"name\":\"x\"}}");
  }

  @Test
  void aDryRunOfAConnectionIsRefused() {
    Answer answer = server.client.get("/api/v1/namespaces/ns/pods/p/exec?dryRun=All");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.at("/message")).isEqualTo("dryRun is not supported");
  }

  /** The time is the request's: what is ignored in the end is not written after it. */
  @ParameterizedTest
  @ValueSource(strings = {"lenient", "lenient-early"})
  @Timeout(25) // less than the webhook's own time
  void aSlowWebhookThatMayBeIgnoredDoesNotMakeARequestLast(String user) {
    server.service.behaving((request, out) -> server.service.hang());
    String configMaps = "/api/v1/namespaces/ns/configmaps";
    String body = "{\"metadata\":{\"name\":\"" + user + "\"}}";
    Answer late = server.send(user, "POST", configMaps + "?timeout=1s", "application/json", body);
    server.answering("\"allowed\":false,\"status\":{\"message\":\"heard\",\"code\":403}");
    assertThat(late.status()).as(late.body()).isEqualTo(504);
    assertThat(late.at("/reason")).isEqualTo("Timeout");
    assertThat(server.client.get(configMaps + "/" + user).status()).isEqualTo(404);
  }
}
