package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Auditing;
import dev.muster.apiserver.server.Authorization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where others than RBAC decide, they are asked; and the audit log says what was filtered. */
class FilteredModesTest {
  private static final String ALL = "/api/v1/configmaps";
  private static final String FILTER = "?access.muster.dev/filter=true";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private RunningServer server() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("policy.jsonl"),
            """
            {"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"ann","namespace":"a","resource":"configmaps","apiGroup":"*","readonly":true}}
            """);
    return RunningServer.configured(
        directory,
        config ->
            config
                .with(Authorization.by("ABAC", "RBAC").withPolicyFile(policy))
                .with(Auditing.to(directory.resolve("audit.log"))));
  }

  private static List<String> names(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    List<String> names = new ArrayList<>();
    answer.json().path("items").forEach(item -> names.add(SeenHistory.key(item)));
    return names;
  }

  @Test
  void eachNamespaceIsAQuestion() throws IOException {
    try (RunningServer server = server();
        Client ann = server.client().as("ann")) {
      Grants grants = new Grants(server.client());
      for (String namespace : List.of("a", "b", "c")) {
        grants.namespace(namespace);
        grants.configMap(namespace, "one", "1");
        grants.configMap(namespace, "two", "1");
      }
      grants.role("b", "named", "get", "two");
      grants.bind("b", "named", "ann");
      assertThat(names(ann.get(ALL + FILTER))).containsExactly("a/one", "a/two", "b/two");
      Answer first = ann.get(ALL + FILTER + "&limit=2");
      assertThat(names(ann.get(ALL + FILTER + "&continue=" + first.at("/metadata/continue"))))
          .containsExactly("b/two");
      Answer watch = ann.get(ALL + FILTER + "&watch=true");
      assertThat(watch.status()).isEqualTo(403);
      assertThat(watch.at("/message"))
          .isEqualTo(
              "configmaps is forbidden: User \"ann\" cannot watch resource \"configmaps\" in API"
                  + " group \"\" at the cluster scope: access.muster.dev/filter: a watch is filtered"
                  + " only where RBAC alone decides; a list is anywhere");
      assertThat(ann.get(ALL).status()).isEqualTo(403);
    }
    List<String> noted = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("audit.log"))) {
      JsonNode event = JSON.readTree(line);
      if (event.at("/impersonatedUser/username").asText().equals("ann")) {
        JsonNode notes = event.path("annotations");
        noted.add(
            notes.path("authorization.k8s.io/decision").asText()
                + " "
                + notes.path("access.muster.dev/filtered").asText());
      }
    }
    assertThat(noted)
        .containsExactly("allow true", "allow true", "allow true", "forbid ", "forbid ");
  }
}
