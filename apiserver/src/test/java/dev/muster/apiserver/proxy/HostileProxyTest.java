package dev.muster.apiserver.proxy;

import static dev.muster.apiserver.proxy.ProxiedCluster.NODES;
import static dev.muster.apiserver.proxy.ProxiedCluster.PODS;
import static dev.muster.apiserver.proxy.ProxiedCluster.SERVICES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.backends.ProxyableAddress;
import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.MostlyWaits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The server reaches more than its clients do, and holds what they send it: a proxy must lend out
 * neither.
 */
@MostlyWaits
class HostileProxyTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir private static Path directory;
  private static ProxiedCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = new ProxiedCluster(directory);
    cluster.created(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"r"},
         "rules":[{"apiGroups":[""],"resources":["nodes/proxy","pods/proxy"],"verbs":["get"],
                   "resourceNames":["n","p"]}]}
        """);
    cluster.created(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",
         "metadata":{"name":"r"},"subjects":[{"kind":"User","name":"alice"}],
         "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"r"}}
        """);
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1",
        "127.8.8.8",
        "::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "0.0.0.0",
        "::",
        "169.254.169.254",
        "fe80::1",
        "224.0.0.1",
        "ff02::1",
        "255.255.255.255",
        "localhost",
        "fe80::1%lo",
        "2130706433",
        "0x7f.1",
      })
  void noPodsAddressLeadsInsideOfTheMachine(String ip) {
    Assertions.assertThatThrownBy(() -> ProxyableAddress.ofIp(ip))
        .hasMessage("address not allowed");
  }

  @ParameterizedTest
  @CsvSource({"lo, 127.0.0.1", "meta, 169.254.169.254"})
  void aPodWhoseStatusNamesSuchAnAddressIsNotProxied(String name, String ip) {
    cluster.pod(name, ip, cluster.pod.port());
    Answer answer = cluster.get(PODS + name + "/proxy/");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.at("/message")).isEqualTo("address not allowed");
  }

  @ParameterizedTest
  @CsvSource({"n1, 127.0.0.1", "n2, 169.254.169.254", "n3, localhost", "n4, ::1"})
  void aNodeCannotLeadTheServerToItself(String name, String address) {
    cluster.node(name, address, cluster.server.port());
    for (String asked : new String[] {name, "https:" + name + ":" + cluster.server.port()}) {
      Answer answer = cluster.get(NODES + asked + "/proxy/version");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.at("/message")).isEqualTo("address not allowed");
    }
  }

  @ParameterizedTest(name = "pod \"{1}\" of {2} at {3}")
  @CsvSource({
    "nobodys, '', '', OUTSIDE",
    "foreign, p, kube-system, OUTSIDE",
    "another, p, default, 10.99.99.99",
    "missing, q, default, OUTSIDE",
  })
  void endpointsThatAreNoPodsOfTheServiceAreNotProxied(
      String name, String pod, String namespace, String ip) {
    cluster.pod.answers(OK);
    cluster.service(
        name, pod, namespace, ip.replace("OUTSIDE", cluster.address), cluster.pod.port());
    Answer answer = cluster.get(SERVICES + name + ":web/proxy/");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.at("/message"))
        .isEqualTo("no endpoints available for service \"" + name + ":web\"");
    assertThat(cluster.pod.wasAsked()).isFalse();
  }

  @Test
  void whoTheClientIsAndWhomItActsForStaysHere() throws Exception {
    cluster.pod.answers(OK);
    cluster.ask(
        "GET " + PODS + "p/proxy/x",
        "Impersonate-User: admin",
        "Impersonate-Group: system:masters",
        "X-Remote-User: root",
        "X-Remote-Extra-Scopes: all",
        "Proxy-Authorization: Basic eDp5",
        "X-Hop: 1",
        "Connection: close, X-Hop, X-Forwarded-For");
    assertThat(cluster.pod.head().toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("authorization", "impersonate", "x-remote", "x-hop", "let-me-in")
        .contains("x-forwarded-for: 127.0.0.1\r\n");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "/a%0d%0aX-Evil:%201%0d%0a, /a%0D%0AX-Evil:%201%0D%0A",
    "/a%20HTTP/1.1%0d%0a%0d%0aGET%20/b, /a%20HTTP/1.1%0D%0A%0D%0AGET%20/b",
    "/../../../secrets, /secrets",
    "/%2e%2e/%2e%2e/secrets, /secrets",
    "/a/..%2f..%2fb, /b",
    "//a//b, /a/b",
    "/a%3Fb%23c, /a%3Fb%23c",
    "/a%5cb, /a%5Cb",
  })
  void aPathIsOnePathOfTheBackend(String asked, String sent) throws Exception {
    cluster.pod.answers(OK);
    assertThat(cluster.ask("GET " + PODS + "p/proxy" + asked)).startsWith("HTTP/1.1 200");
    String head = cluster.pod.head();
    assertThat(head).startsWith("GET " + sent + " HTTP/1.1\r\n").doesNotContain("\nX-Evil");
    assertThat(cluster.pod.wasAsked()).as("a second request").isFalse();
  }

  @Test
  void aBodyOfTwoLengthsIsNotPassedOn() throws Exception {
    cluster.pod.answers(OK);
    assertThat(
            cluster.ask(
                "POST " + PODS + "p/proxy/x",
                "Content-Length: 4",
                "Transfer-Encoding: chunked",
                "\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n"))
        .startsWith("HTTP/1.1 400");
    assertThat(cluster.pod.wasAsked()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nX: a\rSet-Cookie: b=c\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "",
      })
  void anAnswerThatIsNoneIs503(String answer) throws Exception {
    cluster.pod.answers(answer);
    Answer told = cluster.get(PODS + "p/proxy/x");
    assertThat(told.status()).isEqualTo(503);
    assertThat(told.at("/message")).startsWith("error trying to reach service: ");
  }

  @Test
  void whatComesBehindAnAnswerIsNotPassedOn() throws Exception {
    cluster.pod.answers(OK + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    assertThat(cluster.ask("GET " + PODS + "p/proxy/x")).endsWith("\r\n\r\nok");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
      })
  void anAnswerThatBreaksOffDoesNotLookComplete(String answer) throws Exception {
    cluster.pod.answers(answer);
    Assertions.assertThatThrownBy(() -> cluster.get(PODS + "p/proxy/x"))
        .isInstanceOf(java.io.UncheckedIOException.class);
  }

  @Test
  void aPageThatUnfoldsWithoutEndIsBrokenOff() throws Exception {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 70; i++) {
        zip.write(new byte[1 << 20]);
      }
    }
    cluster.pod.answers(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
            + bomb.toString(StandardCharsets.ISO_8859_1));
    Assertions.assertThatThrownBy(() -> cluster.get(PODS + "p/proxy/"))
        .isInstanceOf(java.io.UncheckedIOException.class);
  }

  @Test
  void aClientThatGoesTakesItsConnectionAlong() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    cluster.pod.talks(
        (in, out) -> {
          assertThat(in.read()).isNegative();
          ended.countDown();
        });
    try (RawClient client = new RawClient(cluster.server)) {
      client.send("GET " + PODS + "p/proxy/never");
      cluster.pod.head();
    }
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClientThatGoesInTheMiddleOfItsBodyTakesItsConnectionAlong() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    cluster.pod.talks(
        (in, out) -> {
          in.readAllBytes();
          ended.countDown();
        });
    try (RawClient client = new RawClient(cluster.server)) {
      client.send("POST " + PODS + "p/proxy/half", "Content-Length: 10");
      client.write("half");
      cluster.pod.head();
    }
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  /** Else the client would take what follows for another protocol's. */
  @Test
  void aBackendChangesNoProtocolUnasked() throws Exception {
    cluster.pod.answers("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nevil");
    Answer answer = cluster.get(PODS + "p/proxy/x");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).doesNotContain("evil");
  }

  @Test
  void aBackendThatChangesTheProtocolSaysNothingElseOfTheConnection() throws Exception {
    cluster.pod.answers(
        """
        HTTP/1.1 101 Go
        Upgrade: x
        Connection: Upgrade
        Content-Length: 3
        Transfer-Encoding: chunked

        """
            .replace("\n", "\r\n"));
    assertThat(cluster.ask("GET " + PODS + "p/proxy/x", "Connection: Upgrade", "Upgrade: x"))
        .startsWith("HTTP/1.1 101")
        .doesNotContain("Content-Length", "Transfer-Encoding");
  }

  @Test
  void redirectsAreTheClientsToFollow() throws Exception {
    String self = "https://127.0.0.1:" + cluster.server.port() + "/api/v1/secrets";
    cluster.pod.answers("HTTP/1.1 307 Go\r\nContent-Length: 0\r\nLocation: " + self + "\r\n\r\n");
    assertThat(cluster.ask("GET " + PODS + "p/proxy/x"))
        .startsWith("HTTP/1.1 307")
        .contains("Location: " + self + "\r\n");
  }

  @Test
  void aNodeThatShowsAnotherAuthoritysCertificateIsToldNothing() throws Exception {
    TestAuthority stranger = TestAuthority.in(directory, "stranger");
    try (RawBackend impostor =
        new RawBackend(
            cluster.address, stranger.serving(stranger.server()).getServerSocketFactory())) {
      impostor.answers(OK);
      cluster.node("impostor", cluster.address, impostor.port());
      assertThat(cluster.get(NODES + "impostor/proxy/metrics").status()).isEqualTo(503);
      assertThat(impostor.wasAsked()).isFalse();
    }
  }

  @Test
  void aRightForOneNameIsNoneForAnotherPort() throws Exception {
    cluster.pod.answers(OK);
    assertThat(cluster.ask("GET " + PODS + "p/proxy/x", "Impersonate-User: alice"))
        .startsWith("HTTP/1.1 200");
    for (String name : new String[] {"p:" + cluster.pod.port(), "https:p:443", "http:p:"}) {
      assertThat(cluster.ask("GET " + PODS + name + "/proxy/x", "Impersonate-User: alice"))
          .startsWith("HTTP/1.1 403");
    }
    assertThat(
            cluster.ask(
                "POST " + PODS + "p/proxy/x", "Impersonate-User: alice", "Content-Length: 0"))
        .as("another verb")
        .startsWith("HTTP/1.1 403");
  }

  /** A kubelet runs commands by WebSocket, and those come by GET. */
  @Test
  void readingANodeRunsNothingThere() throws Exception {
    cluster.kubelet.answers("text/plain", "ran");
    String exec = NODES + "n/proxy/exec/default/p/c?command=id&output=1";
    assertThat(
            cluster.ask(
                "GET " + exec,
                "Impersonate-User: alice",
                "Connection: Upgrade, close",
                "Upgrade: websocket"))
        .startsWith("HTTP/1.1 403");
    assertThat(cluster.kubelet.wasAsked()).isFalse();
    assertThat(cluster.ask("GET " + NODES + "n/proxy/metrics", "Impersonate-User: alice"))
        .as("reading")
        .startsWith("HTTP/1.1 200");
  }
}
