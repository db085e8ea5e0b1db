package dev.muster.cli.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.access.answer.RequestWay;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.output.Format;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers answer to an AccessExplanation, among them some that have none. */
class ServerExplanationsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Attributes REQUEST =
      Attributes.resource(
          new User("jane", "7", List.of("crew"), Map.of("example.com/a", List.of("b"))),
          "delete",
          "",
          "v1",
          "pods",
          "",
          "shop",
          "web");

  private static final String REFUSED =
      """
      {"allowed": false, "revision": "12", "notes": ["only roles"],
       "problems": ["binding \\u001b[2Jx has no role"],
       "nearest": [{"role": {"kind": "Role", "name": "r", "namespace": "shop"}, "binding": {"kind": "RoleBinding", "name": "b", "namespace": "shop"},
                    "rule": {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}, "differences": [{"kind": "verb", "detail": "verb \\"delete\\" is not in [\\"get\\"]"}]}],
       "fixes": [{"joinGroup": "admins", "binding": {"kind": "ClusterRoleBinding", "name": "a"}, "role": {"kind": "ClusterRole", "name": "all", "builtIn": true}},
                 {"addToBinding": "jane", "binding": {"kind": "ClusterRoleBinding", "name": "a"}, "role": {"kind": "ClusterRole", "name": "all"}}],
       "smallestGrant": [{"kind": "Role"}, {"kind": "RoleBinding"}],
       "stations": [{"stage": "Authentication", "name": "Question", "verdict": "NotAsked"},
                    {"stage": "Authorization", "name": "Node", "verdict": "NoOpinion"},
                    {"stage": "Authorization", "name": "webhook-1", "verdict": "Refused", "reason": "not on Sundays", "decides": true},
                    {"stage": "Authorization", "name": "RBAC", "verdict": "NotAsked"}]}
      """;

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init")
  private HttpServer server;

  private int discoveryCode = 200;
  private int code = 201;
  private String answer = "";
  private JsonNode asked = JSON.missingNode();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/apis/access.muster.dev/v1", exchange -> send(exchange, discoveryCode, "{}"));
    server.createContext(
        "/apis/access.muster.dev/v1/accessexplanations",
        exchange -> {
          asked = JSON.readTree(exchange.getRequestBody());
          send(exchange, code, answer);
        });
    server.start();
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private ServerExplanations.Told ask(Optional<ObjectNode> object, String revision)
      throws Exception {
    Path kubeconfig =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            current-context: c
            contexts: [{name: c, context: {cluster: c, user: u}}]
            clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: u, user: {token: t}}]
            """
                .formatted(server.getAddress().getPort()));
    try (ClusterApi cluster = new ClusterApi(ClientConfig.readOrLoopback(kubeconfig))) {
      return new ServerExplanations(cluster).ask(REQUEST, false, object, revision);
    }
  }

  @Test
  void everyModeIsAStation() throws Exception {
    answer = "{\"status\": " + REFUSED + "}";
    assertThat(ask(Optional.empty(), "11"))
        .isInstanceOfSatisfying(
            ServerExplanations.Told.Explained.class,
            told -> {
              RequestWay way = RequestWay.of(LiveWhy.stations(told.status()));
              StringWriter out = new StringWriter();
              new WhyAnswer(
                      REQUEST,
                      new WhyAnswer.Told.Explained(told.status()),
                      way,
                      Optional.empty(),
                      List.of())
                  .print(Format.table, new PrintWriter(out));
              assertThat(out.toString().replaceAll(" {2,}", " ").replaceAll("(?m)^ ", ""))
                  .isEqualTo(
                      """
                      no: User "jane" cannot delete resource "pods" in API group "" in the namespace "shop"
                      STAGE STATION VERDICT REASON
                      Authorization Node no opinion
                      => Authorization webhook-1 refused not on Sundays
                      Authorization RBAC not asked
                      note: only roles
                      binding \\x1b[2Jx has no role
                      nearest:
                      Role "r/shop", bound by RoleBinding "b/shop": verb "delete" is not in ["get"]
                      what is there already would allow it:
                      let the user be of Group "admins", to which ClusterRoleBinding "a" gives ClusterRole "all" (built-in)
                      add "jane" to ClusterRoleBinding "a", which gives ClusterRole "all"
                      the smallest grant that would allow it:
                      ---
                      kind: Role
                      ---
                      kind: RoleBinding
                      """);
            });
    assertThat(asked)
        .isEqualTo(
            JSON.readTree(
                """
                {"apiVersion": "access.muster.dev/v1", "kind": "AccessExplanation", "spec": {
                 "resourceAttributes": {"namespace": "shop", "verb": "delete", "group": "", "version": "v1", "resource": "pods", "subresource": "", "name": "web"},
                 "user": "jane", "uid": "7", "groups": ["crew"], "extra": {"example.com/a": ["b"]}, "revision": "11"}}
                """));
  }

  @Test
  void theObjectIsSentAlong() throws Exception {
    answer = "{\"status\": {\"allowed\": true, \"grants\": []}}";
    ObjectNode pod = JSON.createObjectNode().put("kind", "Pod");
    assertThat(ask(Optional.of(pod), ""))
        .isInstanceOfSatisfying(
            ServerExplanations.Told.Explained.class,
            told ->
                assertThat(RequestWay.of(LiveWhy.stations(told.status())).allowed())
                    .hasValue(true));
    assertThat(asked.at("/spec/object")).isEqualTo(pod);
    assertThat(asked.path("spec").has("revision")).isFalse();
  }

  /** Then a review and what is readable of roles and bindings has to do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "404 | 0 | {} | the server has no explanations",
        "403 | 0 | {} | the server has no explanations",
        "200 | 403 | {\"message\": \"accessexplanations is forbidden\"} | accessexplanations is forbidden",
        "200 | 404 | <html>no</html> | status 404",
        "200 | 410 | {\"message\": \"revision 11 is gone\"} | revision 11 is gone",
        "200 | 429 | {\"message\": \"later\"} | later",
        "200 | 500 | `` | status 500",
        "200 | 201 | {\"status\": 7} | the server's explanation has no answer",
        "200 | 201 | {\"status\": {\"allowed\": \"true\"}} | the server's explanation has no answer",
        "200 | 201 | {} | the server's explanation has no answer",
      })
  void whoDoesNotExplainIsAskedOtherwise(int discovered, int created, String body, String problem)
      throws Exception {
    discoveryCode = discovered;
    code = created;
    answer = body;
    assertThat(ask(Optional.empty(), "11")).isEqualTo(new ServerExplanations.Told.Not(problem));
  }
}
