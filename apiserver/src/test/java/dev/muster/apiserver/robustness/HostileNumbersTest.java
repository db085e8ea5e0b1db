package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.store.Draft;
import dev.muster.store.EmbeddedStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers beyond what times, durations and counters can hold. */
class HostileNumbersTest {
  private static final long HUNDRED_YEARS = Duration.ofDays(36_500).toSeconds();
  private static final String MOST = Long.toString(Long.MAX_VALUE);

  @TempDir private Path directory;

  private static String pod(String name, String grace) {
    return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},"spec":{"nodeName":"n",
         "terminationGracePeriodSeconds":%s,"containers":[{"name":"c","image":"i"}]}}"""
        .formatted(name, grace);
  }

  private static String namespace(Client client, String name) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(name);
    assertThat(client.json("POST", "/api/v1/namespaces", body).status()).isEqualTo(201);
    return "/api/v1/namespaces/" + name;
  }

  private static void isBounded(Answer deleted) {
    assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
    assertThat(deleted.at("/metadata/deletionGracePeriodSeconds"))
        .isEqualTo(Long.toString(HUNDRED_YEARS));
    assertThat(Instant.parse(deleted.at("/metadata/deletionTimestamp")))
        .isBefore(Instant.now().plusSeconds(HUNDRED_YEARS + 1));
  }

  private static void goes(Client client, String path) {
    Instant end = Instant.now().plusSeconds(60);
    while (client.get(path).status() != 404) {
      assertThat(Instant.now()).as("%s is gone", path).isBefore(end);
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  @Test
  void gracePeriodsAreBoundedWhereverTheyComeFrom() throws IOException {
    try (RunningServer server = RunningServer.withControllers(directory)) {
      Client client = server.client();
      String home = namespace(client, "long");
      for (String name : new String[] {"spec", "query", "body", "eviction"}) {
        String grace = name.equals("spec") ? MOST : "30";
        assertThat(client.json("POST", home + "/pods", pod(name, grace)).status()).isEqualTo(201);
      }
      isBounded(client.delete(home + "/pods/spec"));
      isBounded(client.delete(home + "/pods/query?gracePeriodSeconds=999999999999999"));
      isBounded(
          client.json("DELETE", home + "/pods/body", "{\"gracePeriodSeconds\":" + MOST + "}"));
      Answer evicted =
          client.json(
              "POST",
              home + "/pods/eviction/eviction",
              """
              {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"eviction"},
               "deleteOptions":{"gracePeriodSeconds":%s}}"""
                  .formatted(MOST));
      assertThat(evicted.status()).as(evicted.body()).isEqualTo(201);
      isBounded(client.get(home + "/pods/eviction"));
      assertThat(client.delete(home + "/pods/query?gracePeriodSeconds=5").at(GRACE)).isEqualTo("5");
      assertThat(client.delete(home).status()).isEqualTo(200);
      for (String name : new String[] {"spec", "query", "body", "eviction"}) {
        assertThat(client.delete(home + "/pods/" + name + "?gracePeriodSeconds=0").status())
            .isEqualTo(200);
      }
      goes(client, home);
    }
  }

  private static final String GRACE = "/metadata/deletionGracePeriodSeconds";

  /** As a server that did not bound them has written them. */
  @Test
  void whatWasStoredBeyondTheCalendarIsMendedAndGoesWithItsNamespace() throws IOException {
    String created;
    try (RunningServer server = RunningServer.withControllers(directory)) {
      Client client = server.client();
      String home = namespace(client, "old");
      created = client.json("POST", home + "/pods", pod("stuck", "30")).body();
    }
    String stored =
        created
            .replaceFirst("\"resourceVersion\":\"[0-9]+\"", "\"resourceVersion\":\"\"")
            .replaceFirst(
                "(\"creationTimestamp\":\"[^\"]+\",)",
                "$1\"deletionTimestamp\":\"31690765-04-30T02:33:19Z\",\"deletionGracePeriodSeconds\":999999999999999,")
            .strip();
    try (EmbeddedStore<String> store =
        EmbeddedStore.open(
            directory.resolve("data"),
            (key, bytes, revision) -> new String(bytes, StandardCharsets.UTF_8))) {
      var entry = Objects.requireNonNull(store.snapshot().get("pods/old/stuck"));
      store.put("pods/old/stuck", new Raw(stored), entry.revision());
    }
    try (RunningServer server = RunningServer.withControllers(directory)) {
      Client client = server.client();
      String home = "/api/v1/namespaces/old";
      isBounded(withStatus(client.get(home + "/pods/stuck")));
      Answer patched =
          client.text(
              "PATCH",
              home + "/pods/stuck",
              "application/merge-patch+json",
              "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
      assertThat(patched.status()).as(patched.body()).isEqualTo(200);
      assertThat(client.delete(home).status()).isEqualTo(200);
      assertThat(client.delete(home + "/pods/stuck?gracePeriodSeconds=0").status()).isEqualTo(200);
      goes(client, home);
    }
  }

  private static Answer withStatus(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer;
  }

  private record Raw(String text) implements Draft<String> {
    @Override
    public byte[] bytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String committed(long revision) {
      return text;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/pods?watch=true&timeoutSeconds=-9223372036854775808",
        "/api/v1/pods?timeoutSeconds=9223372036854775807",
        "/api/v1/pods?limit=9223372036854775807",
        "/api/v1/pods?limit=-9223372036854775808"
      })
  void numbersThatFitAreTaken(String path) throws IOException {
    try (RunningServer server = RunningServer.alone(directory)) {
      assertThat(server.client().get(path).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/pods?limit=9223372036854775808",
        "/api/v1/pods?watch=true&timeoutSeconds=-9223372036854775809",
        "/api/v1/pods?resourceVersion=99999999999999999999",
        "/api/v1/pods?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MWU5OTksInN0YXJ0IjoiYVx1MDAwMCJ9"
      })
  void numbersThatDoNotAreRefused(String path) throws IOException {
    try (RunningServer server = RunningServer.alone(directory)) {
      Answer answer = server.client().get(path);
      assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
    }
  }

  @Test
  void anIntegerBeyondItsTypeIsNotCutToFit() throws IOException {
    try (RunningServer server = RunningServer.alone(directory)) {
      Client client = server.client();
      String pods = "/api/v1/namespaces/default/pods?dryRun=All";
      String port =
          pod("p", "30")
              .replace("\"image\"", "\"ports\":[{\"containerPort\":4294967376}],\"image\"");
      assertThat(client.json("POST", pods, port).status()).isEqualTo(400);
      assertThat(client.json("POST", pods, pod("p", "9223372036854775808")).status())
          .isEqualTo(400);
      Answer watch = client.get("/api/v1/pods?watch=true&timeoutSeconds=-1");
      assertThat(watch.status()).isEqualTo(200);
    }
  }
}
