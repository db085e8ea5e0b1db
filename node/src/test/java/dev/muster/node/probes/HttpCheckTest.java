package dev.muster.node.probes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.HTTPGetAction;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpCheckTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final Set<String> AGENTS = ConcurrentHashMap.newKeySet();

  private static HttpServer plain;
  private static HttpsServer secure;

  @BeforeAll
  static void serve(@TempDir Path directory) throws Exception {
    plain = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    secure = HttpsServer.create(new InetSocketAddress(HERE, 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(selfSigned(directory)));
    for (HttpServer server : new HttpServer[] {plain, secure}) {
      answer(server, "/status/200", 200, "");
      answer(server, "/status/204", 204, "");
      answer(server, "/status/404", 404, "");
      answer(server, "/status/500", 500, "");
      answer(server, "/to/well", 302, "/status/200");
      answer(server, "/to/ill", 307, "/status/500");
      answer(server, "/away", 301, "http://elsewhere.example/");
      answer(server, "/nowhere", 302, "");
      answer(server, "/circle", 302, "/circle");
      answer(server, "/bad", 302, "http://[");
      server.start();
    }
  }

  private static SSLContext selfSigned(Path directory) throws Exception {
    Path store = directory.resolve("own.p12");
    char[] password = "changeit".toCharArray();
    int exit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=somebody-else",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(password))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start()
            .waitFor();
    assertThat(exit).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password);
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static void answer(HttpServer server, String path, int code, String location) {
    server.createContext(
        path,
        request -> {
          AGENTS.add(request.getRequestHeaders().getFirst("User-Agent"));
          if (!location.isEmpty()) {
            request.getResponseHeaders().set("Location", location);
          }
          byte[] body = "see there".getBytes(UTF_8);
          boolean redirects = code / 100 == 3;
          request.sendResponseHeaders(code, redirects ? body.length : -1);
          if (redirects) {
            request.getResponseBody().write(body);
          }
          request.close();
        });
  }

  @AfterAll
  static void stop() {
    plain.stop(0);
    secure.stop(0);
  }

  private static HTTPGetAction action(String scheme, String path, int port) {
    return HTTPGetAction.of(
        JSON.createObjectNode().put("scheme", scheme).put("path", path).put("port", port));
  }

  private static ProbeTarget target(Duration timeout) {
    ContainerSpec nothing =
        new ContainerSpec(CoreV1.Container.of(JSON.createObjectNode()), ContainerSpec.Kind.APP);
    return new ProbeTarget(nothing, "", new PodPorts.AtAddress(HERE.getHostAddress()), timeout);
  }

  private static String shown(ProbeResult outcome) {
    return outcome.getClass().getSimpleName() + ": " + outcome.output();
  }

  private static int port(String scheme) {
    return (scheme.equals("HTTPS") ? secure : plain).getAddress().getPort();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /status/200 | Success:
          /status/204 | Success:
          status/200  | Success:
          /status/404 | Failure: HTTP probe failed with statuscode: 404
          /to/well    | Success:
          /to/ill     | Failure: HTTP probe failed with statuscode: 500
          /away       | Warning: Probe terminated redirects, Response body: see there
          /nowhere    | Warning: Probe terminated redirects, Response body: see there
          /circle     | Failure: Get "%s/circle": stopped after 10 redirects
          /bad        | Failure: Get "%s/bad": failed to parse Location header "http://["
          """)
  void aProbeIsJudgedByItsLastAnswer(String path, String expected) {
    for (String scheme : new String[] {"HTTP", "HTTPS"}) {
      ProbeResult outcome =
          HttpCheck.probe(
              action(scheme, path, port(scheme)),
              target(Duration.ofSeconds(30)),
              SocketChannel::open);
      String base = scheme.toLowerCase(Locale.ROOT) + "://127.0.0.1:" + port(scheme);
      assertThat(shown(outcome).strip()).isEqualTo(expected.formatted(base));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/status/200", "/status/500", "/to/ill", "/away"})
  void toAHookAnyAnswerIsAGoodOne(String path) {
    ProbeResult outcome =
        HttpCheck.hook(
            action("HTTPS", path, port("HTTPS")),
            target(Duration.ofSeconds(30)),
            SocketChannel::open);
    assertThat(outcome).isEqualTo(new ProbeResult.Success(""));
    assertThat(AGENTS).contains("kube-lifecycle/1.35");
  }

  /** As most servers do, this one answers in HTTP what it does not understand. */
  @Test
  void plainHttpWhereTlsIsExpectedFailsAProbeAndWarnsOfAHook() throws Exception {
    Thread answers;
    try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
      answers =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (true) {
                      try (Socket socket = server.accept()) {
                        boolean get = socket.getInputStream().read() == 'G';
                        String answer = "HTTP/1.1 " + (get ? "200 OK" : "400 Bad Request");
                        socket.getOutputStream().write((answer + "\r\n\r\n").getBytes(UTF_8));
                        socket.shutdownOutput();
                        socket.getInputStream().readAllBytes();
                      } catch (IOException e) {
                        return;
                      }
                    }
                  });
      HTTPGetAction action = action("HTTPS", "/", server.getLocalPort());
      String address = "127.0.0.1:" + server.getLocalPort();
      assertThat(HttpCheck.probe(action, target(Duration.ofSeconds(30)), SocketChannel::open))
          .isEqualTo(
              new ProbeResult.Failure(
                  "Get \"https://%s/\": http: server gave HTTP response to HTTPS client"
                      .formatted(address)));
      assertThat(HttpCheck.hook(action, target(Duration.ofSeconds(30)), SocketChannel::open))
          .isEqualTo(
              new ProbeResult.Warning(
                  "request to HTTPS lifecycle hook %s got HTTP response, retry with HTTP succeeded"
                      .formatted(address)));
    }
    answers.join();
  }

  @Test
  void nobodyThereIsToldInGosWords() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, HERE)) {
      free = socket.getLocalPort();
    }
    assertThat(
            HttpCheck.probe(
                action("HTTP", "/", free), target(Duration.ofSeconds(30)), SocketChannel::open))
        .isEqualTo(
            new ProbeResult.Failure(
                "Get \"http://127.0.0.1:%d/\": dial tcp 127.0.0.1:%1$d: connect: connection refused"
                    .formatted(free)));
  }

  /** One byte at a time, so that no single read takes long. */
  @ParameterizedTest
  @ValueSource(strings = {"HTTP", "HTTPS"})
  void anAnswerThatTricklesInIsCutOffInTime(String scheme) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, HERE);
        ExecutorService prober = Executors.newSingleThreadExecutor()) {
      Future<ProbeResult> probed =
          prober.submit(
              () ->
                  HttpCheck.probe(
                      action(scheme, "/", server.getLocalPort()),
                      target(Duration.ofMillis(300)),
                      SocketChannel::open));
      try (Socket socket = server.accept();
          ScheduledExecutorService trickle = Executors.newScheduledThreadPool(1)) {
        if (scheme.equals("HTTPS")) {
          socket.getOutputStream().write(new byte[] {22, 3, 3, 64, 0});
        }
        Future<?> unused =
            trickle.scheduleAtFixedRate(() -> drop(socket), 0, 20, TimeUnit.MILLISECONDS);
        ProbeResult outcome = probed.get();
        trickle.shutdownNow();
        assertThat(outcome).isInstanceOf(ProbeResult.Failure.class);
        assertThat(outcome.output())
            .endsWith("context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
      }
    }
  }

  private static void drop(Socket socket) {
    try {
      socket.getOutputStream().write('H');
    } catch (IOException e) {
      // cut off
    }
  }
}
