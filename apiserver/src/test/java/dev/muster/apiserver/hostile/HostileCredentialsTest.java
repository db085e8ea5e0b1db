package dev.muster.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Auditing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials that clients put where they do not belong are written down nowhere. */
class HostileCredentialsTest {
  private static final String SECRET = "s3cr3t-of-somebody";
  private static final String JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl";

  private static final List<String> QUERIES =
      List.of(
          "access_token=" + SECRET,
          "limit=1&token=" + SECRET,
          "acc%65ss_tok%65n=" + SECRET,
          "ACCESS-TOKEN=" + SECRET,
          "id_token=" + SECRET + "&limit=1",
          "password=" + SECRET,
          "client_secret=" + SECRET,
          "authorization=Bearer%20" + SECRET,
          "Authorization=Bearer+" + SECRET,
          "api_key=" + SECRET,
          "x=" + JWT,
          JWT,
          "x=Bearer%20" + JWT);

  @Test
  void areNeitherAuditedNorLoggedNorCounted(@TempDir Path directory) throws IOException {
    Path audit = directory.resolve("audit.log");
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try (RunningServer server =
        RunningServer.configured(directory, config -> config.with(Auditing.to(audit)))) {
      Client client = server.client();
      for (String query : QUERIES) {
        for (String path :
            List.of(
                "/api/v1/namespaces/default/pods", "/version", "/no/such/path", "/apis/x/y/z")) {
          get(client, path + "?" + query, Map.of());
          get(client, path + "?" + query, Map.of("Impersonate-User", List.of("mallory")));
        }
      }
      Map<String, List<String>> headers =
          Map.of(
              "Cookie", List.of("session=" + SECRET),
              "Sec-WebSocket-Protocol", List.of("base64url.bearer.authorization.k8s.io." + SECRET),
              "X-Remote-User", List.of(SECRET));
      get(client, "/api/v1/namespaces/default/pods/p/exec?command=ls", headers);
      get(client, "/version", Map.of("Authorization", List.of("Bearer " + SECRET)));
      assertThat(text(client, "/metrics")).doesNotContain(SECRET).doesNotContain(JWT);
    } finally {
      System.setErr(before);
    }
    String events = Files.readString(audit);
    assertThat(events.lines()).hasSizeGreaterThan(50);
    assertThat(events).doesNotContain(SECRET).doesNotContain(JWT);
    assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain(SECRET).doesNotContain(JWT);
  }

  private static void get(Client client, String path, Map<String, List<String>> headers) {
    client.send("GET", path, new byte[0], headers);
  }

  private static String text(Client client, String path) {
    return client.send("GET", path, new byte[0], Map.of()).body();
  }
}
