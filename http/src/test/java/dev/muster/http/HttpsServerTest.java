package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.muster.model.status.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HttpsServerTest {
  private static final int LIMIT = 3 * 1024 * 1024;

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory, TestServer.options(), HttpsServerTest::answer);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void answer(Exchange exchange) {
    switch (exchange.path()) {
      case "/echo" -> exchange.respond(201, "text/plain", exchange.body(LIMIT));
      case "/large" -> exchange.respond(200, "application/json", large());
      case "/just-small-enough" -> exchange.respond(200, "application/json", new byte[128 * 1024]);
      case "/refused" -> throw Status.notFound("", "pods", "p").exception();
      case "/busy" ->
          throw new Status(
                  429, "TooManyRequests", "later", new Status.Details("", "", "", "", List.of(), 7))
              .exception();
      case "/broken" -> throw new IllegalArgumentException("a secret detail");
      case "/silent" -> {}
      case "/names" ->
          exchange.respond(
              200,
              "text/plain",
              (exchange.headerNames() + " " + exchange.headers("x-Many"))
                  .getBytes(StandardCharsets.UTF_8));
      case "/no-body" -> exchange.respond(204, "", new byte[0]);
      default ->
          exchange.respond(
              200,
              "text/plain",
              (exchange.method()
                      + " "
                      + exchange.path()
                      + " ?"
                      + exchange.query()
                      + " "
                      + exchange.headers("X-Many")
                      + " "
                      + exchange.remoteAddress())
                  .getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Many slices of one array, in an order that shows every mistake. */
  private static Body large() {
    byte[] bytes = largeBytes();
    Body body = new Body(16);
    for (int from = 0; from < bytes.length; from += 1_003) {
      body.add(bytes, from, Math.min(bytes.length, from + 1_003));
    }
    return body;
  }

  private static byte[] largeBytes() {
    byte[] bytes = new byte[3_000_017];
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) ('a' + at / 1_000 % 26);
    }
    return bytes;
  }

  private HttpResponse<String> get(Version version, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request = server.request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return server.client(version).send(request.build(), BodyHandlers.ofString());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void speaksTheVersionTheClientAsksFor(Version version) throws Exception {
    HttpResponse<String> answer = get(version, "/a/b?c=d%20e", "X-Many", "1", "X-Many", "2");
    assertThat(answer.version()).isEqualTo(version);
    assertThat(answer.body()).isEqualTo("GET /a/b ?c=d%20e [1, 2] 127.0.0.1");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void answersCarryTheHeadersKubernetesSends(Version version) throws Exception {
    HttpResponse<String> answer = get(version, "/x");
    assertThat(answer.headers().map())
        .contains(
            entry("cache-control", List.of("no-cache, private")),
            entry("content-type", List.of("text/plain")),
            entry("content-length", List.of("" + answer.body().length())))
        .containsKeys("audit-id", "date")
        .doesNotContainKey("server");
    assertThat(answer.headers().firstValue("audit-id").orElseThrow())
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  }

  @Test
  void headerNamesDoNotDependOnCase() throws Exception {
    assertThat(
            server.exchange(
                "GET /names HTTP/1.1|Host: h|X-Many: 1|x-many: 2|Connection: close||"
                    .replace("|", "\r\n")))
        .endsWith("[Host, X-Many, Connection] [1, 2]");
  }

  @Test
  void keepsTheAuditIdOfTheClient() throws Exception {
    HttpResponse<String> answer = get(Version.HTTP_2, "/x", "Audit-ID", "mine-1");
    assertThat(answer.headers().firstValue("audit-id")).contains("mine-1");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void readsBodiesUpToTheLimit(Version version) throws Exception {
    byte[] body = new byte[LIMIT];
    Arrays.fill(body, (byte) 'x');
    HttpResponse<byte[]> answer =
        server
            .client(version)
            .send(
                server.request("/echo").POST(BodyPublishers.ofByteArray(body)).build(),
                BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.body()).isEqualTo(body);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void refusesBodiesBeyondTheLimit(Version version) throws Exception {
    HttpClient client = server.client(version);
    HttpRequest.Builder request = server.request("/echo");
    byte[] body = new byte[LIMIT + 1];
    for (HttpRequest tooLarge :
        List.of(
            request.copy().POST(BodyPublishers.ofByteArray(body)).build(),
            request
                .copy()
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build())) {
      HttpResponse<String> answer = client.send(tooLarge, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body())
          .isEqualTo(
              "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                  + "\"message\":\"Request entity too large: limit is 3145728\","
                  + "\"reason\":\"RequestEntityTooLarge\",\"code\":413}\n");
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void gathersManySlicesIntoOneBody(Version version) throws Exception {
    HttpResponse<byte[]> answer =
        server.client(version).send(server.request("/large").build(), BodyHandlers.ofByteArray());
    assertThat(answer.headers().firstValueAsLong("content-length")).hasValue(3_000_017);
    assertThat(answer.headers().firstValue("content-encoding")).isEmpty();
    assertThat(answer.body()).isEqualTo(largeBytes());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void compressesLargeBodiesForClientsThatAcceptIt(Version version) throws Exception {
    HttpResponse<InputStream> answer =
        server
            .client(version)
            .send(
                server.request("/large").header("Accept-Encoding", "br, gzip;q=0.5").build(),
                BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(answer.headers().firstValue("vary")).contains("Accept-Encoding");
    try (GZIPInputStream body = new GZIPInputStream(answer.body())) {
      assertThat(body.readAllBytes()).isEqualTo(largeBytes());
    }
  }

  @Test
  void leavesSmallBodiesAndUnwillingClientsUncompressed() throws Exception {
    assertThat(get(Version.HTTP_2, "/just-small-enough", "Accept-Encoding", "gzip").headers().map())
        .doesNotContainKey("content-encoding");
    for (String unwilling : List.of("identity", "gzip;q=0", "gzip; q=0.0", "xgzip")) {
      assertThat(get(Version.HTTP_2, "/large", "Accept-Encoding", unwilling).headers().map())
          .as(unwilling)
          .doesNotContainKey("content-encoding");
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void answersHeadAsGetWithoutTheBody(Version version) throws Exception {
    HttpClient client = server.client(version);
    for (String path : List.of("/x", "/large", "/refused")) {
      HttpResponse<String> get = client.send(server.request(path).build(), BodyHandlers.ofString());
      HttpResponse<String> head =
          client.send(
              server.request(path).method("HEAD", BodyPublishers.noBody()).build(),
              BodyHandlers.ofString());
      assertThat(head.statusCode()).isEqualTo(get.statusCode());
      assertThat(head.body()).isEmpty();
      assertThat(head.headers().firstValue("content-length"))
          .isEqualTo(get.headers().firstValue("content-length"));
    }
  }

  @Test
  void refusalsBecomeStatuses() throws Exception {
    HttpResponse<String> answer = get(Version.HTTP_2, "/refused");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    assertThat(answer.body()).contains("pods \\\"p\\\" not found").endsWith("}\n");
    assertThat(get(Version.HTTP_2, "/busy").headers().firstValue("retry-after")).contains("7");
  }

  @Test
  void defectsBecomeStatusesThatTellNothing() throws Exception {
    for (String path : List.of("/broken", "/silent")) {
      HttpResponse<String> answer = get(Version.HTTP_2, path);
      String auditId = answer.headers().firstValue("audit-id").orElseThrow();
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body())
          .contains("\"reason\":\"InternalError\"")
          .contains("unexpected error, see the server's log for " + auditId)
          .doesNotContain("secret");
    }
    assertThat(get(Version.HTTP_2, "/x").statusCode()).isEqualTo(200);
  }

  @Test
  void answersWithoutABodyHaveNone() throws Exception {
    HttpResponse<String> answer = get(Version.HTTP_1_1, "/no-body");
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
  }
}
