package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no honest client sends. Each test ends with an honest one being served. */
class HostileClientTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory,
            TestServer.options(),
            exchange -> {
              if (exchange.path().equals("/body")) {
                exchange.respond(200, "text/plain", exchange.body(1000));
              } else {
                exchange.respond(
                    200, "text/plain", exchange.path().getBytes(StandardCharsets.UTF_8));
              }
            });
  }

  @AfterEach
  void othersAreServed() throws Exception {
    HttpResponse<String> answer =
        server
            .client(Version.HTTP_2)
            .send(server.request("/fine").build(), BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("/fine");
    server.close();
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/../secrets,/api/v1/../secrets",
    "/a%2Fb,/a/b",
    "/a%2e%2e/b,/a../b",
    "//a//b,//a//b",
    "/a;x=y/b,/a;x=y/b",
    "/%E2%82%AC,/€",
    "/a+b,/a+b",
    "/a%20b,/a b",
    "https://h/p,/p",
  })
  void pathsAreDecodedAndNothingElse(String target, String path) throws IOException {
    assertThat(server.exchange(get(target)))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .endsWith("\r\n" + path);
  }

  @ParameterizedTest
  @CsvSource({
    "GET /%zz HTTP/1.1,400",
    "GET /%f HTTP/1.1,400",
    "GET /%00 HTTP/1.1,400",
    "GET https://other/ HTTP/1.1,400",
    "GET /%C3%28 HTTP/1.1,400",
    "GET /a b HTTP/1.1,400",
    "GET,400",
    "GET / HTTP/9.9,505",
    "PRI * HTTP/2.0,426",
  })
  void malformedRequestsGetAStatus(String line, int code) throws IOException {
    assertThat(server.exchange(line + "\r\nHost: h\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + code + " ")
        .contains("Content-Type: application/json")
        .contains("\"kind\":\"Status\"")
        .endsWith("\"code\":" + code + "}\n");
  }

  @Test
  void nothingIsTunnelled() throws IOException {
    try (SSLSocket socket = server.connect()) {
      socket
          .getOutputStream()
          .write("CONNECT h:80 HTTP/1.1\r\nHost: h:80\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 405");
    }
  }

  @Test
  void oversizedHeadersAreRefused() throws IOException {
    String large = "x".repeat(70_000);
    assertThat(server.exchange("GET / HTTP/1.1\r\nHost: h\r\nX-Large: " + large + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ")
        .contains("the headers of the request are too large");
    assertThat(server.exchange("GET /" + large + " HTTP/1.1\r\nHost: h\r\n\r\n"))
        .startsWith("HTTP/1.1 414 ")
        .contains("the URI of the request is too long");
  }

  @Test
  void oversizedHeadersAreRefusedOnHttp2() throws Exception {
    HttpResponse<String> answer =
        server
            .client(Version.HTTP_2)
            .send(
                server.request("/").header("X-Large", "x".repeat(60_000)).build(),
                BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(
            server
                .client(Version.HTTP_2)
                .sendAsync(
                    server.request("/").header("X-Large", "x".repeat(70_000)).build(),
                    BodyHandlers.ofString())
                .handle((refused, failure) -> failure != null || refused.statusCode() == 431)
                .get())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length: 3|Transfer-Encoding: chunked,abc",
    "Content-Length: 3|Content-Length: 4,abcd",
    "Content-Length: -3,abc",
    "Transfer-Encoding: chunked,zz|abc|",
  })
  void bodiesWithoutAClearEndAreRefused(String headers, String body) throws IOException {
    String request = "POST /body HTTP/1.1|Host: h|" + headers + "||" + body;
    assertThat(server.exchange(request.replace("|", "\r\n")))
        .startsWith("HTTP/1.1 400 ")
        .contains("\"kind\":\"Status\"");
  }

  @Test
  void plainHttpIsNotSpoken() throws IOException {
    try (Socket socket = new Socket("localhost", server.server.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(get("/").getBytes(StandardCharsets.US_ASCII));
      assertThat(TestServer.readAll(socket)).doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void connectionsBrokenInMidRequestAreForgotten() throws IOException {
    for (int round = 0; round < 20; round++) {
      try (SSLSocket socket = server.connect()) {
        socket
            .getOutputStream()
            .write(
                "POST /body HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\nabc"
                    .getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
