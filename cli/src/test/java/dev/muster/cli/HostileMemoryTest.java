package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose memory is used up: it ends with a word, and the next one has everything. */
class HostileMemoryTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path directory;

  @Test
  void aServerWithoutMemoryEndsAndTheNextHasWhatWasAcknowledged() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    Server small = start("96m", "--quota-backend-bytes=10000000000");
    try (HttpClient client = client()) {
      while (create(client, small.url, "m" + acknowledged.size()) == 201) {
        acknowledged.add("m" + acknowledged.size());
      }
      assertThat(small.process.waitFor()).isEqualTo(OutOfMemory.EXIT_CODE);
      assertThat(small.rest()).contains("java.lang.OutOfMemoryError: Java heap space");
    } finally {
      small.process.destroyForcibly();
    }
    assertThat(acknowledged).isNotEmpty();
    Server next = start("512m");
    try (HttpClient client = client()) {
      for (String name : acknowledged) {
        assertThat(get(client, next.url + CONFIG_MAPS + "/" + name)).as(name).isEqualTo(200);
      }
      assertThat(create(client, next.url, "after")).isEqualTo(201);
    } finally {
      next.process.destroyForcibly();
    }
  }

  @Test
  void aServerOfTheUsualQuotaRefusesBeforeItsMemoryIsShort() throws Exception {
    Server server = start("192m");
    try (HttpClient client = client()) {
      int stored = 0;
      int status = create(client, server.url, "m0");
      while (status == 201) {
        stored++;
        status = create(client, server.url, "m" + stored);
      }
      assertThat(status).isEqualTo(507);
      assertThat(get(client, server.url + "/livez")).isEqualTo(200);
      assertThat(get(client, server.url + CONFIG_MAPS + "/m" + (stored - 1))).isEqualTo(200);
      assertThat(server.process.isAlive()).isTrue();
    } finally {
      server.process.destroyForcibly();
    }
  }

  @Test
  void theLauncherAsksForTheSame() throws IOException {
    assertThat(Files.readString(Path.of("..", "muster"))).contains("-XX:+ExitOnOutOfMemoryError");
  }

  private record Server(Process process, BufferedReader out, String url) {
    String rest() throws IOException {
      return out.readAllAsString();
    }
  }

  private Server start(String heap, String... flags) throws IOException {
    Path tokens = directory.resolve("tokens.csv");
    Files.writeString(tokens, "admin,admin,1,\"system:masters\"\n");
    List<String> command =
        new ArrayList<>(
            MusterProgram.command("-XX:+ExitOnOutOfMemoryError", "-Xmx" + heap)
                .words(
                    "apiserver",
                    "--secure-port=0",
                    "--token-auth-file=" + tokens,
                    "--data=" + directory.resolve("data")));
    command.addAll(List.of(flags));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader out = process.inputReader(UTF_8);
    String url = "";
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("server ")) {
        url = line.substring("server ".length()).strip();
      }
      if (line.equals("ready")) {
        return new Server(process, out, url);
      }
    }
    throw new IOException("the server ended with " + process.exitValue());
  }

  private HttpClient client() {
    Pki pki = Pki.open(PkiOptions.in(directory.resolve("data")), Clock.systemUTC());
    return HttpClient.newBuilder()
        .sslContext(pki.nodeClientContext())
        .connectTimeout(Duration.ofSeconds(30))
        .build();
  }

  /** The status, or 0 if there was no answer. */
  private static int create(HttpClient client, String url, String name)
      throws InterruptedException {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
            + name
            + "\"},\"data\":{\"text\":\""
            + "x".repeat(1_000_000)
            + "\"}}";
    return status(
        client,
        HttpRequest.newBuilder(URI.create(url + CONFIG_MAPS))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static int get(HttpClient client, String url) throws InterruptedException {
    return status(client, HttpRequest.newBuilder(URI.create(url)));
  }

  private static int status(HttpClient client, HttpRequest.Builder request)
      throws InterruptedException {
    try {
      return client
          .send(
              request
                  .header("Authorization", "Bearer admin")
                  .timeout(Duration.ofSeconds(60))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException gone) {
      return 0;
    }
  }
}
