package dev.muster.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Questions to a cluster: its own authorizers decide, its roles and bindings explain. */
class LiveAccessTest {
  @TempDir private static Path directory;
  private static ApiServer server;
  private static Kubectl kubectl;

  private record Run(int code, String out, String err) {}

  @BeforeAll
  static void start() throws IOException {
    server = ApiServer.start(ServerConfig.in(directory.resolve("data")).onPort(0));
    kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "namespace", "prod").ok();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Run run(Path kubeconfig, Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (problem, of, parsed) -> {
                  err.write(Objects.toString(problem.getMessage()));
                  return 1;
                });
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--kubeconfig=" + kubeconfig);
    return new Run(line.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  private static Run why(String... arguments) {
    return run(server.kubeconfig(), new WhyCommand(), arguments);
  }

  /** What is proposed is tried, with the client that people use. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "create configmaps foo --as ann",
        "delete pods web --as bea -n prod",
        "get namespaces prod --as cleo",
        "list nodes --as dora",
        "impersonate users bob --as emma",
        "get /logs/ --as fay",
        "deletecollection secrets --as gwen"
      })
  void theSmallestGrantFlipsTheServersAnswer(String question) throws IOException {
    String[] asked = (question + " -o json").split(" ");
    Run before = why(asked);
    assertThat(before.code()).as(before.err()).isEqualTo(1);
    JsonNode said = new ObjectMapper().readTree(before.out());
    assertThat(said.at("/explainedByRoles").asBoolean()).isTrue();
    for (JsonNode object : said.path("smallestGrant")) {
      kubectl.piped(object.toString(), "apply", "-f", "-").ok();
    }
    assertThat(why(asked).code()).isZero();
  }

  @Test
  void anAnswerAboutOneselfNeedsNoRights() {
    Run admin = why("delete", "nodes");
    assertThat(admin.code()).isZero();
    assertThat(admin.out()).contains("members of system:masters may do anything");
  }

  @Test
  void whatIsUnknownHereIsLookedForInDiscovery() throws IOException {
    kubectl
        .piped(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: flurbls.acme.io}
            spec:
              group: acme.io
              scope: Cluster
              names: {plural: flurbls, singular: flurbl, kind: Flurbl}
              versions:
              - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
            """,
            "apply",
            "-f",
            "-")
        .ok();
    kubectl.run("wait", "--for=condition=Established", "crd/flurbls.acme.io").ok();
    Run run = why("get", "flurbl", "--as", "hedy");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith(
            "no: User \"hedy\" cannot get resource \"flurbls\" in API group \"acme.io\" at the"
                + " cluster scope\n");
  }

  @Test
  void anotherModeIsNotTakenForRoles() throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve("open")).onPort(0).with(Authorization.by("AlwaysAllow"));
    try (ApiServer open = ApiServer.start(config)) {
      Run run = run(open.kubeconfig(), new WhyCommand(), "list", "secrets", "--as", "dave");
      assertThat(run.code()).isZero();
      assertThat(run.out())
          .startsWith(
              "yes: User \"dave\" can list resource \"secrets\" in API group \"\" in the namespace"
                  + " \"default\"\n")
          .containsPattern("\n=> +Authorization +(another mode|AlwaysAllow) +allowed");
    }
  }

  @Test
  void whoMayNotAskForOthersIsToldSo() throws IOException {
    Path token = Files.writeString(directory.resolve("ivy.kubeconfig"), asIvy());
    Run run = run(token, new WhyCommand(), "list", "pods", "--as", "ann");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("is forbidden");
    Run self = run(token, new WhyCommand(), "list", "pods");
    assertThat(self.code()).isEqualTo(1);
    assertThat(self.out()).contains("roles and bindings could not be read: ", "is forbidden");
  }

  private static String asIvy() throws IOException {
    kubectl.run("create", "serviceaccount", "ivy").ok();
    String token = kubectl.run("create", "token", "ivy").ok().strip();
    return Files.readString(server.kubeconfig())
        .replaceAll("client-certificate-data: .*", "token: " + token)
        .replaceAll(" *client-key-data: .*\\n", "");
  }

  @Test
  void aServerThatIsAwayIsNamed() throws IOException {
    Path away =
        Files.writeString(
            directory.resolve("away.kubeconfig"),
            Files.readString(server.kubeconfig())
                .replaceAll("server: .*", "server: https://127.0.0.1:1"));
    assertThat(run(away, new WhoCanCommand(), "get", "pods").err())
        .isEqualTo("no answer from https://127.0.0.1:1: is the server running?");
  }
}
