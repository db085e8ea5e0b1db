package dev.muster.apiserver.proxy;

import static dev.muster.apiserver.proxy.ProxiedCluster.NODES;
import static dev.muster.apiserver.proxy.ProxiedCluster.PODS;
import static dev.muster.apiserver.proxy.ProxiedCluster.SERVICES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.TrustAll;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies of nodes, pods and services, as kube-apiserver has them. */
class ProxyTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir private static Path directory;
  private static ProxiedCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = new ProxiedCluster(directory);
    cluster.service("s", "p", "default", cluster.address, cluster.pod.port());
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  @Test
  void ofANodeLeadsToItsOwnServer() throws Exception {
    cluster.kubelet.answers("text/plain; version=0.0.4", "up 1\n");
    assertThat(cluster.get(NODES + "n/proxy/metrics").body()).isEqualTo("up 1\n");
    assertThat(cluster.kubelet.head()).startsWith("GET /metrics HTTP/1.1\r\n");
    assertThat(cluster.get(NODES + "n:" + cluster.kubelet.port() + "/proxy/metrics").status())
        .as("by its port")
        .isEqualTo(200);
  }

  @Test
  void ofANodeWithAnotherPortLeadsThereWithoutAnyCertificate() throws Exception {
    cluster.pod.answers(OK);
    assertThat(cluster.get(NODES + "n:" + cluster.pod.port() + "/proxy/x").body()).isEqualTo("ok");
    assertThat(cluster.pod.head()).startsWith("GET /x HTTP/1.1\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
  void takesEveryMethod(String method) throws Exception {
    cluster.pod.answers(OK);
    assertThat(cluster.ask(method + " " + PODS + "p/proxy/x", "Content-Length: 0"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .endsWith("ok");
    assertThat(cluster.pod.head()).startsWith(method + " /x HTTP/1.1\r\n");
  }

  @Test
  void ofAHeadHasNoBodyAndItsLength() throws Exception {
    cluster.pod.answers("HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n");
    assertThat(cluster.ask("HEAD " + PODS + "p/proxy/x"))
        .contains("Content-Length: 77\r\n")
        .endsWith("\r\n\r\n");
    assertThat(cluster.pod.head()).startsWith("HEAD /x HTTP/1.1\r\n");
  }

  @ParameterizedTest
  @CsvSource({"HEAD, 200 OK", "GET, 204 No Content", "GET, 304 Not Modified"})
  void pagesWithoutABodyAreWhole(String method, String line) throws Exception {
    cluster.pod.answers(
        "HTTP/1.1 "
            + line
            + "\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
            + "Content-Length: 5\r\n\r\n");
    assertThat(cluster.ask(method + " " + PODS + "p/proxy/x"))
        .startsWith("HTTP/1.1 " + line.substring(0, 3))
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest(name = "{0} by {1}")
  @CsvSource({
    "s, services", "s:web, services", "s:80, services", "http:s:web, services",
    "p, pods", "p:PORT, pods", "http:p:PORT, pods", "http:p:, pods",
  })
  void namesSayWhichPort(String name, String kind) throws Exception {
    cluster.pod.answers(OK);
    String asked = name.replace("PORT", Integer.toString(cluster.pod.port()));
    // without a name for the port a service's has to have none
    int code = name.equals("s") ? 503 : 200;
    assertThat(
            cluster.get("/api/v1/namespaces/default/" + kind + "/" + asked + "/proxy/x").status())
        .isEqualTo(code);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "services/s:81 | 503 | no service port 81 found for service \"s\"",
        "services/s:other | 503 | no endpoints available for service \"s:other\"",
        "services/none | 404 | services \"none\" not found",
        "services/none:80 | 404 | services \"none\" not found",
        "services/ftp:s:web | 400 | invalid service request \"ftp:s:web\"",
        "pods/a:b:c:d | 400 | invalid pod request \"a:b:c:d\"",
        "pods/none | 404 | pods \"none\" not found",
        "pods/p:web | 503 | error trying to reach service: dial tcp: lookup tcp/web: unknown port",
      })
  void whatLeadsNowhereSaysSo(String what, int code, String message) {
    var answer = cluster.get("/api/v1/namespaces/default/" + what + "/proxy/");
    assertThat(answer.at("/message")).isEqualTo(message);
    assertThat(answer.status()).isEqualTo(code);
  }

  @Test
  void aBackendThatIsNotThereIs503() {
    int port = 1; // nobody's, which one that was free a moment ago may not stay
    var answer = cluster.get(PODS + "p:" + port + "/proxy/");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.at("/reason")).isEqualTo("ServiceUnavailable");
    assertThat(answer.at("/message"))
        .isEqualTo(
            "error trying to reach service: dial tcp %s:%d: connect: connection refused"
                .formatted(cluster.address, port));
  }

  @Test
  void pathsWithoutAnEndAreSentToOneWithASlash() throws Exception {
    assertThat(cluster.ask("GET " + PODS + "p/proxy?a=b"))
        .startsWith("HTTP/1.1 301 Moved Permanently\r\n")
        .contains("Location: " + PODS + "p/proxy/?a=b\r\n");
    cluster.pod.answers(OK);
    assertThat(cluster.ask("POST " + PODS + "p/proxy", "Content-Length: 0")).endsWith("ok");
    assertThat(cluster.pod.head()).startsWith("POST / HTTP/1.1\r\n");
  }

  @Test
  void queriesAndEscapesArrive() throws Exception {
    cluster.pod.answers(OK);
    cluster.get(PODS + "p/proxy/a%20b/c%3Fd/?q=%2F&dry=1");
    assertThat(cluster.pod.head()).startsWith("GET /a%20b/c%3Fd/?q=%2F&dry=1 HTTP/1.1\r\n");
  }

  @Test
  void theBackendIsToldWhoseRequestItIs() throws Exception {
    cluster.pod.answers(OK);
    cluster.ask(
        "GET " + PODS + "p/proxy/x/",
        "X-Forwarded-For: 10.9.9.9",
        "Accept-Language: mi",
        "Cookie: a=b");
    assertThat(cluster.pod.head())
        .contains("X-Forwarded-For: 10.9.9.9, 127.0.0.1\r\n")
        .contains("X-Forwarded-Uri: " + PODS + "p/proxy/x/\r\n")
        .contains("Host: here:" + cluster.server.port() + "\r\n")
        .contains("Accept-Language: mi\r\n")
        .contains("Cookie: a=b\r\n");
  }

  /** As kubectl asks, whose HTTP/2 has no header of that name. */
  @Test
  void theBackendIsToldWhichHostWasAskedByHttp2AsWell() throws Exception {
    cluster.pod.answers(OK);
    try (HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .sslContext(TrustAll.context())
            .build()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(cluster.server.url() + PODS + "p/proxy/x"))
              .header("Authorization", "Bearer let-me-in")
              .POST(HttpRequest.BodyPublishers.ofString("four"))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(answer.body()).isEqualTo("ok");
    }
    assertThat(cluster.pod.head())
        .contains("Host: 127.0.0.1:" + cluster.server.port() + "\r\n")
        .contains("Content-Length: 4\r\n");
  }

  /** A real kubelet's are in chunks. */
  @Test
  void logsOfANodeThatAnswersInChunksComeWhole() throws Exception {
    cluster.kubelet.answers(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\na log\n\r\n0\r\n\r\n");
    assertThat(cluster.get(PODS + "p/log").body()).isEqualTo("a log\n");
    assertThat(cluster.kubelet.head())
        .startsWith("GET /containerLogs/default/p/c HTTP/1.1\r\n")
        .contains("Connection: close\r\n");
  }

  @Test
  void bodiesGoThereInChunksOrWithTheirLength() throws Exception {
    cluster.pod.talks(
        (in, out) -> {
          byte[] body = in.readNBytes("5\r\nhello\r\n".length());
          out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          out.write(body);
        });
    assertThat(
            cluster.ask(
                "POST " + PODS + "p/proxy/x",
                "Transfer-Encoding: chunked",
                "\r\n5\r\nhello\r\n0\r\n"))
        .contains("5\r\nhello\r\n");
    assertThat(cluster.pod.head()).contains("Transfer-Encoding: chunked\r\n");
    byte[] large = new byte[5_000_000];
    cluster.pod.talks(
        (in, out) -> {
          int length = in.readNBytes(large.length).length;
          out.write(("HTTP/1.1 200 OK\r\n\r\n" + length).getBytes(StandardCharsets.US_ASCII));
        });
    var answer = cluster.server.client().send("PUT", PODS + "p/proxy/x", large, java.util.Map.of());
    assertThat(answer.body()).as("more than any object").isEqualTo("5000000");
    assertThat(cluster.pod.head()).contains("Content-Length: 5000000\r\n");
  }

  @Test
  void answersComeAsTheyAreWritten() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    cluster.pod.talks(
        (in, out) -> {
          out.write(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
          out.flush();
          seen.await();
          out.write("4\r\nlast\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        });
    try (var in = cluster.server.client().open(PODS + "p/proxy/events")) {
      assertThat(in.readNBytes(5)).asString().isEqualTo("first");
      seen.countDown();
      assertThat(in.readAllBytes()).asString().isEqualTo("last");
    }
  }

  @Test
  void headersOfAConnectionAndOfOriginsStayWhereTheyAre() throws Exception {
    cluster.pod.answers(
        """
        HTTP/1.1 418 Tea
        Content-Length: 0
        X-Own: yes
        X-Mine: no
        Connection: close, X-Mine
        Keep-Alive: timeout=5
        Access-Control-Allow-Origin: *
        Set-Cookie: a=b

        """
            .replace("\n", "\r\n"));
    assertThat(cluster.ask("GET " + PODS + "p/proxy/x"))
        .startsWith("HTTP/1.1 418")
        .contains("X-Own: yes\r\n")
        .contains("Set-Cookie: a=b\r\n")
        .doesNotContain("X-Mine", "Keep-Alive", "Access-Control");
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({
    "/login, PREFIX/login",
    "/login/?a=/b#c, PREFIX/login/?a=/b#c",
    "login, login",
    "http://BACKEND/login, PREFIX/login",
    "http://CLIENT/login, http://CLIENT/PREFIX/login",
    "https://elsewhere.example/login, https://elsewhere.example/login",
    "//elsewhere.example/login, //elsewhere.example/login",
    "PREFIX/login, PREFIX/login",
    "mailto:a@b, mailto:a@b",
  })
  void redirectsLeadThroughTheProxyAndAreNotFollowed(String from, String to) throws Exception {
    String prefix = PODS + "p/proxy";
    cluster.pod.answers(
        "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: "
            + filled(from, prefix)
            + "\r\n\r\n");
    String location = filled(to, prefix).replaceFirst("//+api/v1", "/api/v1");
    assertThat(cluster.ask("GET " + prefix + "/x/y")).contains("Location: " + location + "\r\n");
  }

  private static String filled(String text, String prefix) {
    return text.replace("PREFIX", prefix)
        .replace("BACKEND", cluster.address + ":" + cluster.pod.port())
        .replace("CLIENT", "here:" + cluster.server.port());
  }

  @Test
  void linksOfPagesLeadThroughTheProxy() throws Exception {
    String page =
        """
        <!DOCTYPE html><html><!-- <a href="/comment"> --><head><link rel=x href=/style.css>\
        <script src='/code.js'>if (a<b) "<a href='/text'>"</script></head>\
        <body><a title="a>b" HREF = "/a?b=1&amp;c">1</a> < 5 <a href="b">2</a>\
        <img src="https://elsewhere.example/i"><br/><a data-href="/d" href>3</a></body></html>
        """;
    String expected =
        page.replace("href=/style.css", "href=P/style.css")
            .replace("src='/code.js'", "src='P/code.js'")
            .replace("\"/a?b=1&amp;c\"", "\"P/a?b=1&amp;c\"")
            .replace("P/", PODS + "p/proxy/");
    cluster.pod.answers("text/html; charset=utf-8", page);
    assertThat(cluster.get(PODS + "p/proxy/").body()).isEqualTo(expected);
    cluster.pod.answers("text/plain", page);
    assertThat(cluster.get(PODS + "p/proxy/").body()).as("other types").isEqualTo(page);
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(page.getBytes(StandardCharsets.UTF_8));
    }
    cluster.pod.answers(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
            + zipped.toString(StandardCharsets.ISO_8859_1));
    String answer = cluster.ask("GET " + PODS + "p/proxy/", "Accept-Encoding: gzip");
    assertThat(unzipped(answer)).isEqualTo(expected);
  }

  private static String unzipped(String answer) throws IOException {
    byte[] all = answer.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayInputStream in = new ByteArrayInputStream(all);
    RawBackend.head(in);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      StringBuilder size = new StringBuilder();
      for (int b = in.read(); b != '\n'; b = in.read()) {
        size.append((char) b);
      }
      int length = Integer.parseInt(size.toString().strip(), 16);
      if (length == 0) {
        break;
      }
      body.write(in.readNBytes(length));
      in.readNBytes(2);
    }
    try (var zip = new GZIPInputStream(new ByteArrayInputStream(body.toByteArray()))) {
      return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"websocket", "SPDY/3.1"})
  void upgradesPassThrough(String protocol) throws Exception {
    cluster.pod.talks(
        (in, out) -> {
          out.write(
              ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: "
                      + protocol
                      + "\r\n"
                      + "Connection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\nwelcome")
                  .getBytes(StandardCharsets.US_ASCII));
          out.flush();
          out.write(in.readNBytes(4));
        });
    try (RawClient client = new RawClient(cluster.server)) {
      client.send(
          "GET " + SERVICES + "s:web/proxy/socket?room=1",
          "Connection: Upgrade",
          "Upgrade: " + protocol,
          "Sec-WebSocket-Protocol: chat, base64url.bearer.authorization.k8s.io.bGV0LW1lLWlu");
      assertThat(RawBackend.head(client.in()))
          .startsWith("HTTP/1.1 101 ")
          .contains("Upgrade: " + protocol + "\r\n")
          .contains("Sec-WebSocket-Accept: x\r\n");
      client.write("ping");
      assertThat(client.in().readAllBytes()).asString().isEqualTo("welcomeping");
    }
    assertThat(cluster.pod.head())
        .startsWith("GET /socket?room=1 HTTP/1.1\r\n")
        .contains("Connection: Upgrade\r\n", "Upgrade: " + protocol + "\r\n")
        .contains("Sec-WebSocket-Protocol: chat\r\n")
        .doesNotContain("bearer");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "403 Forbidden | 403 | not you",
        "200 OK | 500 | invalid upgrade response: status code 200"
      })
  void anUpgradeThatIsRefusedIsNone(String line, int code, String text) throws Exception {
    cluster.pod.answers("HTTP/1.1 " + line + "\r\nContent-Length: 7\r\n\r\nnot you");
    assertThat(
            cluster.ask(
                "GET " + PODS + "p/proxy/s", "Connection: Upgrade, close", "Upgrade: websocket"))
        .startsWith("HTTP/1.1 " + code)
        .contains(text);
  }
}
