package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Files that were made to keep questions about access busy: they get an answer, or a sentence. */
class HostilePolicyFilesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private record Run(int code, String out, String err) {}

  @TempDir private Path directory;

  private static Run run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = assertTimeoutPreemptively(PATIENCE, () -> line.execute(arguments));
    return new Run(code, out.toString(), err.toString());
  }

  static Stream<Arguments> questions() {
    return Stream.of(
        Arguments.of("who-can", new WhoCanCommand(), new String[] {"get", "pods", "-f"}),
        Arguments.of("can", new CanCommand(), new String[] {"--as", "ann", "-f"}),
        Arguments.of("what-if", new WhatIfCommand(), new String[] {"--on", "/dev/null", "-f"}));
  }

  private static String[] with(String[] some, Path file) {
    String[] all = Arrays.copyOf(some, some.length + 1);
    all[some.length] = file.toString();
    return all;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("questions")
  void aFileOfAGigabyteIsNotRead(String name, Object command, String[] arguments)
      throws IOException {
    Path file = directory.resolve("large.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }
    Run run = run(command, with(arguments, file));
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("large.yaml: larger than 64 MiB");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("questions")
  void aliasesOfAliasesAreRefused(String name, Object command, String[] arguments)
      throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d, ".formatted(i - 1).repeat(8)).append("*a%d]\n".formatted(i - 1));
    }
    Path file = Files.writeString(directory.resolve("bomb.yaml"), bomb);
    Run run = run(command, with(arguments, file));
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("bomb.yaml: document 1: ");
  }

  /** Each of them is somebody; so is each in the answer. */
  @Test
  void aHundredThousandSubjectsAndRolesInACircle() throws IOException {
    StringBuilder policy = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      policy.append(
          """
          {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata":
           {"name": "r%d", "labels": {"n": "l%d"}}, "rules": [{"apiGroups": [""], "resources": ["c%d"], "verbs": ["get"]}],
           "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"n": "l%d"}}]}}
          ---
          """
              .formatted(i, i, i, (i + 1) % 50));
    }
    policy.append(
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "reader"},
         "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]}
        ---
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "all"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "reader"}, "subjects": [
        """);
    for (int i = 0; i < 100_000; i++) {
      policy.append(i == 0 ? "" : ",");
      policy.append("{\"kind\": \"User\", \"name\": \"user%d\"}%n".formatted(i));
    }
    policy.append("]}\n");
    Path file = Files.writeString(directory.resolve("many.yaml"), policy);
    assertThat(run(new WhoCanCommand(), "get", "pods", "-f", file.toString()).out().lines())
        .hasSize(100_001);
    assertThat(run(new CanCommand(), "--as", "user7", "-f", file.toString()).out())
        .startsWith("RESOURCE   everywhere\npods       g\n");
    Run whatIf =
        run(new WhatIfCommand(), "-f", file.toString(), "--delete", "--on", file.toString());
    assertThat(whatIf.code()).isZero();
    assertThat(whatIf.out().lines()).hasSize(100_001);
  }
}
