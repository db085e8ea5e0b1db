package dev.muster.cli.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code muster authz test}, with roles in files and a webhook that denies secrets to everyone. */
class AuthzTestCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Run(int code, String out, String err) {}

  @TempDir private Path directory;
  private HttpServer webhook;
  private final List<JsonNode> asked = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void prepare() throws IOException {
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    webhook.createContext(
        "/",
        exchange -> {
          JsonNode review = JSON.readTree(exchange.getRequestBody());
          asked.add(review);
          boolean secrets =
              review.at("/spec/resourceAttributes/resource").asText().equals("secrets");
          byte[] answer =
              """
              {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview",
               "status":{"allowed":false,"denied":%s,"reason":"%s"}}
              """
                  .formatted(secrets, secrets ? "no secrets" : "never heard of")
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    webhook.start();
    Path kubeconfig =
        Files.writeString(
            directory.resolve("webhook.kubeconfig"),
            """
            clusters: [{name: w, cluster: {server: "http://127.0.0.1:%d/authorize"}}]
            contexts: [{name: w, context: {cluster: w}}]
            current-context: w
            """
                .formatted(webhook.getAddress().getPort()));
    Files.writeString(
        directory.resolve("authz.conf"),
        """
        apiVersion: apiserver.config.k8s.io/v1
        kind: AuthorizationConfiguration
        authorizers:
        - type: Webhook
          name: guard.example.com
          webhook:
            timeout: 20s
            subjectAccessReviewVersion: v1
            matchConditionSubjectAccessReviewVersion: v1
            failurePolicy: Deny
            connectionInfo: {type: KubeConfigFile, kubeConfigFile: %s}
            matchConditions:
            - expression: "request.user != 'root'"
        - {type: Node, name: node}
        - {type: RBAC, name: rbac}
        """
            .formatted(kubeconfig));
    Files.writeString(
        directory.resolve("rbac.yaml"),
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: readers}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit}
        subjects:
        - {apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}
        - {apiGroup: rbac.authorization.k8s.io, kind: User, name: root}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: default, uid: "1"}
        spec:
          nodeName: n1
          containers: [{name: c, image: i, envFrom: [{configMapRef: {name: settings}}]}]
        """);
  }

  @AfterEach
  void stop() {
    webhook.stop(0);
  }

  private Run test(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new AuthzTestCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                Stream.concat(
                        Stream.of(
                            "--authorization-config",
                            directory.resolve("authz.conf").toString(),
                            "-f",
                            directory.resolve("rbac.yaml").toString(),
                            "--with-defaults"),
                        Stream.of(arguments))
                    .toArray(String[]::new));
    return new Run(code, out.toString(), err.toString());
  }

  @Test
  void everyAuthorizerAnswersByItself() {
    Run run = test("--as", "alice", "list", "pods", "-l", "app=web");
    assertThat(run.out())
        .isEqualTo(
            """
            TYPE      NAME                ANSWER       REASON
            Webhook   guard.example.com   no opinion   never heard of
            Node      node                no opinion
            RBAC      rbac                allow        RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "edit" to User "alice"
            yes: rbac allows it
            """);
    assertThat(run.code()).isZero();
    assertThat(asked.getFirst().at("/spec/resourceAttributes/labelSelector").toString())
        .isEqualTo(
            "{\"requirements\":[{\"key\":\"app\",\"operator\":\"In\",\"values\":[\"web\"]}]}");
  }

  @Test
  void theFirstToDenyDecidesWhateverTheOthersSay() throws IOException {
    Run run = test("--as", "alice", "get", "secrets", "token", "-o", "json");
    assertThat(run.code()).isEqualTo(1);
    assertThat(JSON.readTree(run.out()))
        .isEqualTo(
            JSON.readTree(
                """
                {"allowed": false, "decidedBy": "guard.example.com",
                 "reason": "no: guard.example.com denies it",
                 "authorizers": [
                   {"type": "Webhook", "name": "guard.example.com", "answer": "Deny", "reason": "no secrets"},
                   {"type": "Node", "name": "node", "answer": "NoOpinion"},
                   {"type": "RBAC", "name": "rbac", "answer": "Allow",
                    "reason": "RBAC: allowed by ClusterRoleBinding \\"readers\\" of ClusterRole \\"edit\\" to User \\"alice\\""}]}
                """));
  }

  @Test
  void aConditionKeepsAQuestionFromAWebhook() {
    Run run = test("--as", "root", "get", "secrets");
    assertThat(run.out())
        .contains("no opinion   not asked: a match condition is false")
        .endsWith("yes: rbac allows it\n");
    assertThat(asked).isEmpty();
  }

  @Test
  void aNodeIsJudgedByThePodsInTheFiles() {
    String[] node = {"--as", "system:node:n1", "--as-group", "system:nodes", "get", "configmaps"};
    assertThat(
            test(Stream.concat(Stream.of(node), Stream.of("settings")).toArray(String[]::new))
                .out())
        .containsPattern("Node +node +allow");
    assertThat(
            test(Stream.concat(Stream.of(node), Stream.of("other")).toArray(String[]::new)).out())
        .containsPattern("Node +node +no opinion +no relationship found")
        .endsWith("no: no authorizer allows it\n");
  }

  @Test
  void mastersMayDoAnything() {
    Run run = test("--as", "admin", "--as-group", "system:masters", "delete", "nodes");
    assertThat(run.out()).endsWith("yes: members of system:masters may do anything\n");
    assertThat(run.code()).isZero();
  }

  @Test
  void aServiceThatIsDownDeniesWhereThePolicySaysSo() {
    webhook.stop(0);
    Run run = test("--as", "alice", "list", "pods");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("connect: connection refused")
        .endsWith("no: guard.example.com denies it\n");
  }

  @Test
  void aBadConfigurationIsNeitherYesNorNo() throws IOException {
    Files.writeString(directory.resolve("authz.conf"), "kind: [");
    Run run = test("--as", "alice", "list", "pods");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("failed to load AuthorizationConfiguration from file: ");
    assertThat(run.out()).isEmpty();
  }
}
