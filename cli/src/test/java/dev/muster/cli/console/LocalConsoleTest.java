package dev.muster.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.model.scheme.RuntimeConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code muster console}, on a cluster that has no kinds for questions about access, and its
 * enemies: other pages of the same browser, names that lead here, other users of the machine.
 */
@Timeout(60)
class LocalConsoleTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WHO_CAN = "/apis/access.muster.dev/v1/whocans";
  private static final String ASK =
      """
      {"apiVersion":"access.muster.dev/v1","kind":"WhoCan","spec":{"resourceAttributes":
       {"verb":"delete","resource":"pods","namespace":"shop"}}}\
      """;

  @TempDir static Path directory;
  static ApiServer server;
  static LocalConsole console;
  static int port;
  static String token;

  @BeforeAll
  static void start() throws Exception {
    server =
        ApiServer.start(
            ServerConfig.in(directory)
                .onPort(0)
                .with(RuntimeConfig.parse(List.of("access.muster.dev/v1=false"))));
    console = LocalConsole.start(ClusterRequests.to(ClientConfig.read(server.kubeconfig())), 0);
    port = URI.create(console.url()).getPort();
    token = signIn();
  }

  @AfterAll
  static void stop() {
    console.close();
    server.close();
  }

  private record Reply(int code, String head, String body) {}

  private static Reply send(String request, String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      String length = bytes.length == 0 ? "" : "Content-Length: " + bytes.length + "\r\n";
      socket
          .getOutputStream()
          .write(
              (request.replace("\n", "\r\n") + "\r\n" + length + "Connection: close\r\n\r\n" + body)
                  .getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int end = answer.indexOf("\r\n\r\n");
      return new Reply(
          Integer.parseInt(answer.substring(9, 12)),
          answer.substring(0, end),
          answer.substring(end + 4));
    }
  }

  private static String signIn() throws IOException {
    String link = console.newLink();
    Reply reply =
        send(
            "POST /console/session HTTP/1.1\nHost: 127.0.0.1:"
                + port
                + "\nContent-Type: application/json",
            "{\"code\":\"" + link.substring(link.indexOf('=') + 1) + "\"}");
    assertThat(reply.code()).isEqualTo(201);
    return JSON.readTree(reply.body()).path("token").asText();
  }

  private static Reply asPage(String method, String path, String body) throws IOException {
    return send(
        method
            + " "
            + path
            + " HTTP/1.1\nHost: 127.0.0.1:"
            + port
            + "\nOrigin: http://127.0.0.1:"
            + port
            + "\nContent-Type: application/json\nAuthorization: Bearer "
            + token,
        body);
  }

  private static JsonNode json(Reply reply) throws IOException {
    String body = reply.body();
    return JSON.readTree(body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1));
  }

  @Test
  void thePageIsHereAndReadsWithTheRightsOfTheKubeconfig() throws IOException {
    Reply page = send("GET /console/ HTTP/1.1\nHost: localhost:" + port, "");
    assertThat(page.code()).isEqualTo(200);
    assertThat(page.head()).containsIgnoringCase("content-security-policy: default-src 'none'");
    Reply namespaces = asPage("GET", "/api/v1/namespaces", "");
    assertThat(namespaces.code()).isEqualTo(200);
    assertThat(namespaces.body()).contains("kube-system");
    Reply oneself =
        asPage(
            "POST",
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}");
    assertThat(oneself.body()).contains("kubernetes-admin");
  }

  @Test
  void questionsThatTheClusterHasNoKindsForAreAnsweredFromItsRoles() throws IOException {
    Reply who = asPage("POST", WHO_CAN, ASK);
    assertThat(who.code()).isEqualTo(201);
    assertThat(json(who).at("/status/subjects").toString()).contains("system:masters");
    Reply why =
        asPage(
            "POST",
            "/apis/access.muster.dev/v1/accessexplanations",
            """
            {"spec":{"user":"alice","resourceAttributes":
             {"verb":"delete","resource":"pods","namespace":"shop","name":"web"}}}\
            """);
    assertThat(json(why).at("/status/allowed").asBoolean(true)).isFalse();
    assertThat(json(why).at("/status/stations/1/verdict").asText()).isEqualTo("Refused");
    assertThat(json(why).at("/status/smallestGrant")).isNotEmpty();
    Reply can =
        asPage(
            "POST",
            "/apis/access.muster.dev/v1/subjectaccesses",
            "{\"spec\":{\"user\":\"x\",\"groups\":[\"system:masters\"]}}");
    assertThat(json(can).at("/status/rights")).isNotEmpty();
    Reply change =
        asPage(
            "POST",
            "/apis/access.muster.dev/v1/accesschanges",
            """
            {"spec":{"objects":[{"apiVersion":"rbac.authorization.k8s.io/v1",
             "kind":"ClusterRoleBinding","metadata":{"name":"all"},
             "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",
             "name":"cluster-admin"},"subjects":[{"kind":"User","name":"eve",
             "apiGroup":"rbac.authorization.k8s.io"}]}]}}\
            """);
    assertThat(json(change).at("/status/dangerous").asBoolean()).isTrue();
    assertThat(json(change).at("/status/changes/0/name").asText()).isEqualTo("eve");
    Reply written =
        asPage(
            "POST",
            "/apis/access.muster.dev/v1/accesschanges",
            """
            {"spec":{"manifest":"kind: ClusterRoleBinding\\napiVersion: rbac.authorization.k8s.io/v1\\n\
            metadata: {name: all}\\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, \
            name: cluster-admin}\\nsubjects: [{kind: User, name: eve}]"}}\
            """);
    assertThat(json(written).at("/status/dangerous").asBoolean()).as(written.body()).isTrue();
    Reply nonsense =
        asPage(
            "POST",
            "/apis/access.muster.dev/v1/accesschanges",
            "{\"spec\":{\"manifest\":\"- [\"}}");
    assertThat(nonsense.code()).isEqualTo(400);
    assertThat(asPage("POST", WHO_CAN, "[]").code()).isEqualTo(400);
    assertThat(asPage("POST", WHO_CAN, "{\"spec\":{}}").code()).isEqualTo(400);
    assertThat(asPage("POST", WHO_CAN, "{".repeat(5000)).code()).isEqualTo(400);
  }

  private static JsonNode ask(String plural, String spec) throws IOException {
    Reply reply = asPage("POST", "/apis/access.muster.dev/v1/" + plural, "{\"spec\":" + spec + "}");
    assertThat(reply.code()).as(reply.body()).isEqualTo(201);
    return json(reply).path("status");
  }

  /** What the cluster does not tell is found out from what its user can read, and said. */
  @Test
  void waysToBecomeMoreLeadThroughWhatIsInTheCluster() throws IOException {
    Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "namespace", "ways").ok();
    kubectl.run("create", "serviceaccount", "robot", "-n", "ways").ok();
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "robot",
            "--clusterrole=cluster-admin",
            "--serviceaccount=ways:robot")
        .ok();
    JsonNode can = ask("subjectaccesses", "{\"user\":\"nobody-yet\"}");
    assertThat(can.path("escalationPaths")).isEmpty();
    assertThat(can.path("notes").toString())
        .contains(
            "by roles and bindings alone: what another authorizer of this cluster allows is not in"
                + " it",
            "secrets are not read: a token in one of them is a way that is not shown");
    kubectl.run("create", "role", "maker", "-n", "ways", "--verb=create", "--resource=pods").ok();
    kubectl.run("create", "rolebinding", "maker", "-n", "ways", "--role=maker", "--user=mia").ok();
    JsonNode way = ask("subjectaccesses", "{\"user\":\"mia\"}").path("escalationPaths");
    assertThat(way.toString()).contains("ServiceAccount \\\"robot/ways\\\", who may do anything");
    assertThat(way.findValues("command").toString()).contains("the token: WAYS__ROBOT");
  }

  @Test
  void aChangeIsToldWithTheWaysThatItOpens() throws IOException {
    Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
    kubectl.run("create", "namespace", "opened").ok();
    kubectl.run("create", "serviceaccount", "robot", "-n", "opened").ok();
    kubectl
        .run(
            "create",
            "clusterrolebinding",
            "opened",
            "--clusterrole=cluster-admin",
            "--serviceaccount=opened:robot")
        .ok();
    JsonNode change =
        ask(
            "accesschanges",
            """
            {"objects":[
             {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role",
              "metadata":{"name":"runner","namespace":"opened"},
              "rules":[{"apiGroups":[""],"resources":["serviceaccounts/token"],"verbs":["create"]}]},
             {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding",
              "metadata":{"name":"runner","namespace":"opened"},
              "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"runner"},
              "subjects":[{"kind":"User","name":"finn","apiGroup":"rbac.authorization.k8s.io"}]}]}\
            """);
    assertThat(change.at("/changes/0/name").asText()).isEqualTo("finn");
    assertThat(change.at("/changes/0/gains/0/namespace").asText()).isEqualTo("opened");
    assertThat(change.at("/escalationPaths/0/name").asText()).isEqualTo("finn");
    assertThat(change.at("/escalationPaths/0/becomes").asText()).contains("robot/opened");
    // nothing was written
    assertThat(kubectl.run("get", "role", "runner", "-n", "opened").refused()).contains("NotFound");
    JsonNode admission =
        ask(
            "accesschanges",
            """
            {"objects":[{"apiVersion":"admissionregistration.k8s.io/v1",
             "kind":"ValidatingWebhookConfiguration","metadata":{"name":"looks"},
             "webhooks":[{"name":"looks.example.com","admissionReviewVersions":["v1"],
              "sideEffects":"None","clientConfig":{"url":"https://example.com"},
              "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],
               "resources":["pods"]}]}]}]}\
            """);
    assertThat(admission.path("changes")).isEmpty();
    assertThat(admission.path("admission").toString()).contains("looks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1",
        "127.0.0.1.nip.io:PORT",
        "[::1]:PORT",
        ""
      })
  void aNameThatLeadsHereIsNotAnswered(String host) throws IOException {
    String named = host.replace("PORT", Integer.toString(port));
    for (String path : List.of("/console/", "/api/v1/namespaces", "/console/session")) {
      Reply reply =
          send(
              "GET " + path + " HTTP/1.1\nHost: " + named + "\nAuthorization: Bearer " + token, "");
      assertThat(reply.code()).as(named + path).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Origin,https://evil.example",
    "Origin,null",
    "Origin,http://localhost:1",
    "Sec-Fetch-Site,cross-site",
    "Sec-Fetch-Site,same-site"
  })
  void pagesOfOthersAreNotAnswered(String header, String value) throws IOException {
    Reply reply =
        send(
            "POST "
                + WHO_CAN
                + " HTTP/1.1\nHost: 127.0.0.1:"
                + port
                + "\n"
                + header
                + ": "
                + value
                + "\nContent-Type: text/plain\nAuthorization: Bearer "
                + token,
            ASK);
    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.head()).doesNotContainIgnoringCase("Access-Control");
  }

  @Test
  void whoHasNoTokenGetsThePageAndNothingElse() throws IOException {
    for (String sent : List.of("", "\nAuthorization: Bearer x", "\nAuthorization: Basic eDp4")) {
      Reply reply = send("GET /api/v1/namespaces HTTP/1.1\nHost: 127.0.0.1:" + port + sent, "");
      assertThat(reply.code()).as(sent).isEqualTo(401);
    }
    String other = signIn();
    String out = "DELETE /console/session HTTP/1.1\nHost: 127.0.0.1:" + port;
    assertThat(send(out + "\nAuthorization: Bearer " + other, "").code()).isEqualTo(204);
    assertThat(send(out + "\nAuthorization: Bearer " + other, "").code()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE,/api/v1/namespaces/default",
    "PUT,/api/v1/namespaces/default",
    "PATCH,/api/v1/namespaces/default",
    "POST,/api/v1/namespaces",
    "POST,/api/v1/namespaces?dryRun=All",
    "POST,/apis/authentication.k8s.io/v1/tokenreviews",
    "POST,/api/v1/namespaces/default/serviceaccounts/default/token",
    "POST,/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/../../../../api/v1/namespaces",
    "GET,/api/v1/secrets",
    "GET,/api/v1/namespaces/default/secrets/db",
    "GET,/api/v1/watch/secrets",
    "GET,/api/v1/namespaces/default/pods/web/exec?command=id",
    "GET,/api/v1/namespaces/default/pods/web/log",
    "GET,/api/v1/namespaces/default/services/web/proxy/delete-all",
    "GET,/api/v1/proxy/nodes/n",
    "GET,/api/v1/namespaces/default/../../secrets",
    "GET,/api/v1//secrets",
    "GET,/api/v1/%73ecrets/x",
    "GET,/api/v1/%2573ecrets",
    "GET,/api/v1/secrets%3Flimit=500",
    "GET,/api/v1/secrets%23x",
    "GET,/api/v1/namespaces/default/pods/web/log%3F",
    "GET,/metrics",
    "GET,/",
  })
  void whatMayChangeOrRevealSomethingIsNotPassedOn(String method, String path) throws IOException {
    assertThat(asPage(method, path, "").code()).as(path).isIn(302, 405);
  }

  @Test
  void aWatchIsPassedOnAsItHappens() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              ("GET /api/v1/namespaces?watch=true HTTP/1.1\r\nHost: 127.0.0.1:"
                      + port
                      + "\r\nAuthorization: Bearer "
                      + token
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      StringBuilder seen = new StringBuilder();
      byte[] buffer = new byte[4096];
      while (!seen.toString().contains("\"ADDED\"")) {
        int count = socket.getInputStream().read(buffer);
        assertThat(count).as(seen.toString()).isPositive();
        seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
    }
  }
}
