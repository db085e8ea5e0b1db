package dev.muster.apiserver.authzconfig;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that ended the start of a kube-apiserver 1.35.8, and what it said. */
class RecordedInvalidConfigTest {
  private static final List<String> TYPES =
      List.of("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook");

  /** Found only when authorizers are made. */
  private static final Set<String> LATER =
      Set.of("abac-without-file", "connection-empty-kubeconfig");

  @TempDir private static Path directory;

  @BeforeAll
  static void prepare() throws IOException {
    Files.createDirectory(directory.resolve("folder"));
    Files.createFile(directory.resolve("empty"));
    Files.writeString(
        directory.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - {name: w, cluster: {server: "https://127.0.0.1:1"}}
        contexts:
        - {name: w, context: {cluster: w}}
        current-context: w
        """);
  }

  /** All but those that are about flags. */
  static Stream<Arguments> rows() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<Arguments> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    RecordedInvalidConfigTest.class.getResourceAsStream(
                        "/authzconfig/authz-config.jsonl")),
                UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode row = json.readTree(line);
        if (row.path("kind").asText().equals("invalid") && !row.has("flags")) {
          rows.add(Arguments.of(row.path("name").asText(), row));
        }
      }
    }
    assertThat(rows).hasSizeGreaterThan(50);
    return rows.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void isRefusedInTheSameWords(String name, JsonNode row, @TempDir Path data) throws IOException {
    Path file = directory.resolve(name + ".yaml");
    if (row.has("file")) {
      Files.writeString(file, row.path("file").asText().replace("{{dir}}", directory.toString()));
    }
    Throwable problem =
        LATER.contains(name)
            ? catchThrowable(() -> LiveServer.start(data, Authorization.configured(file)).close())
            : catchThrowable(() -> new ConfigurationReader(TYPES).read(file));
    assertThat(problem).isInstanceOf(IllegalArgumentException.class);
    assertThat(
            String.valueOf(problem.getMessage())
                .replace(file.toString(), "{{file}}")
                .replace(directory.toString(), "{{dir}}")
                .replaceAll("in scheme \"[^\"]*\"", "in scheme \"<scheme>\""))
        .isEqualTo(row.path("error").asText());
  }
}
