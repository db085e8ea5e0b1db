package dev.muster.apiserver.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.running.TrustAll;
import dev.muster.apiserver.server.Auditing;
import dev.muster.apiserver.server.Authentication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's files and its sessions, over the wire, on a server that knows no anonymous users. */
@Timeout(60)
class ConsoleServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REVIEW = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  private static final String NEW_REVIEW =
      "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}";

  @TempDir static Path directory;
  static RunningServer server;
  static HttpClient http;
  private static final List<String> SECRETS = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    http = HttpClient.newBuilder().sslContext(TrustAll.context()).build();
    server =
        RunningServer.configured(
            directory,
            config -> {
              Authentication known = config.authentication();
              return config
                  .with(config.serving().withConsole(true))
                  .with(Auditing.to(directory.resolve("audit.log")))
                  .with(
                      new Authentication(
                          false,
                          known.tokenFile(),
                          known.clientCaFile(),
                          known.serviceAccounts(),
                          Optional.empty(),
                          Optional.empty(),
                          Optional.empty()));
            });
  }

  @AfterAll
  static void nothingSecretIsInTheAuditLog() throws IOException {
    http.shutdownNow();
    server.close(); // writes what is still waiting
    assertThat(Files.readString(directory.resolve("audit.log")))
        .contains("\"requestURI\":\"/console/session\"", "\"username\":\"kubernetes-admin\"")
        .doesNotContain(SECRETS);
  }

  private static HttpResponse<String> send(
      String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> exchange(String code) throws Exception {
    return send(
        "POST",
        "/console/session",
        "{\"code\":\"" + code + "\"}",
        "Content-Type",
        "application/json");
  }

  private static String code() {
    String link = server.server().newConsoleLink().orElseThrow();
    assertThat(link).startsWith(server.url() + "/console/#once=");
    SECRETS.add(link.substring(link.indexOf('=') + 1));
    return SECRETS.getLast();
  }

  private static int review(String token) throws Exception {
    return send(
            "POST",
            REVIEW,
            NEW_REVIEW,
            "Content-Type",
            "application/json",
            "Authorization",
            "Bearer " + token)
        .statusCode();
  }

  private static String header(HttpResponse<?> answer, String name) {
    return String.join("|", answer.headers().allValues(name));
  }

  @Test
  void thePageIsForEverybodyAndGuardsItself() throws Exception {
    HttpResponse<String> page = send("GET", "/console/", "");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<title>Muster</title>");
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(page, "Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(page, "Access-Control-Allow-Origin")).isEmpty();
    assertThat(header(page, "Set-Cookie")).isEmpty();
    assertThat(header(send("GET", "/console", ""), "Location")).isEqualTo("/console/");
    assertThat(send("GET", "/console/", "", "If-None-Match", header(page, "ETag")).statusCode())
        .isEqualTo(304);
  }

  @Test
  void itsFilesCanOnlyBeRead() throws Exception {
    assertThat(send("HEAD", "/console/main.js", "").statusCode()).isEqualTo(200);
    for (String method : new String[] {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) {
      HttpResponse<String> answer = send(method, "/console/main.js", "");
      assertThat(answer.statusCode()).as(method).isEqualTo(405);
      assertThat(header(answer, "Access-Control-Allow-Methods")).isEmpty();
    }
    assertThat(send("GET", "/consoles", "").statusCode()).as("not the console's").isEqualTo(401);
    assertThat(send("GET", "/", "").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/../admin.kubeconfig",
        "/console/%2e%2e/%2e%2e/etc/passwd",
        "/console/..%2f..%2fetc/passwd",
        "/console//etc/passwd",
        "/console/pages/../main.js",
        "/console/ConsoleFiles.class",
        "/console/files.list",
        "/console/pages/",
        "/console/main.js%00.html",
        "/console/..%5c..%5cmain.js"
      })
  void pathsLeadNowhereElse(String path) throws Exception {
    try (SSLSocket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(answer.readLine()).containsAnyOf(" 404 ", " 400 ", " 401 ");
    }
  }

  @Test
  void aLinkSignsInOnceAndSigningOutEndsIt() throws Exception {
    String code = code();
    HttpResponse<String> answer = exchange(code);
    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
    String token = JSON.readTree(answer.body()).path("token").asText();
    SECRETS.add(token);
    assertThat(review(token)).isEqualTo(201);
    HttpResponse<String> again = exchange(code);
    assertThat(again.statusCode()).isEqualTo(401);
    assertThat(again.body()).contains("this link was used before").doesNotContain(code);
    assertThat(review(token)).as("whoever was first stays signed in").isEqualTo(201);
    String bearer = "Bearer " + token;
    assertThat(send("DELETE", "/console/session", "", "Authorization", bearer).statusCode())
        .isEqualTo(204);
    assertThat(review(token)).isEqualTo(401);
    assertThat(send("DELETE", "/console/session", "", "Authorization", bearer).statusCode())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{}", "{\"code\":7}", "{\"code\":{\"code\":\"x\"}}", "null", "not json"})
  void otherWordsAreNoCode(String body) throws Exception {
    HttpResponse<String> answer =
        send("POST", "/console/session", body, "Content-Type", "application/json");
    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void pagesOfOtherOriginsCannotEvenTry() throws Exception {
    String code = code();
    HttpResponse<String> plain =
        send(
            "POST",
            "/console/session",
            "{\"code\":\"" + code + "\"}",
            "Content-Type",
            "text/plain",
            "Origin",
            "https://evil.example");
    assertThat(plain.statusCode()).isEqualTo(415);
    HttpResponse<String> asked =
        send("OPTIONS", "/console/session", "", "Origin", "https://evil.example");
    assertThat(asked.statusCode()).isEqualTo(405);
    assertThat(header(asked, "Access-Control-Allow-Origin")).isEmpty();
    assertThat(exchange(code).statusCode()).as("nothing was used up").isEqualTo(201);
  }

  @Test
  void longWordsAreRefused() throws Exception {
    assertThat(exchange("x".repeat(5000)).statusCode()).isEqualTo(413);
  }
}
