package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * kubectl takes every manifest of Kubernetes' objects in {@code examples/}, and every example says
 * what to expect.
 */
@MostlyWaits
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath().normalize();

  @TempDir static Path directory;
  private static RunningServer server;
  private static Kubectl kubectl;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.withControllers(directory);
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "namespace", "shop").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<String> manifests() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES, 2)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.endsWith("cases.yaml")) // what muster test takes
          .map(file -> EXAMPLES.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  static List<Path> folders() throws IOException {
    try (Stream<Path> folders = Files.list(EXAMPLES)) {
      return folders.filter(Files::isDirectory).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void kubectlTakesTheManifest(String manifest) throws IOException {
    Path file = EXAMPLES.resolve(manifest);
    boolean review = Files.readString(file).contains("SubjectAccessReview");
    kubectl.run(review ? "create" : "apply", "-f", file.toString()).ok();
  }

  @ParameterizedTest
  @MethodSource("folders")
  void theExampleSaysWhatToExpect(Path folder) {
    assertThat(folder.resolve("README.md")).isNotEmptyFile();
  }

  @Test
  void theAttributeBasedPolicyIsOne() throws Exception {
    AbacPolicy.load(EXAMPLES.resolve("authorization/abac-policy.jsonl"));
  }
}
