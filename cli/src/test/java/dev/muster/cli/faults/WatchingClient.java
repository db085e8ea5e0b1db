package dev.muster.cli.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.testing.history.WatchRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Watches all config maps, for a while on one server, then on the other where it was: whenever the
 * connection ends, and by itself since a server that is stopped does not end it.
 */
final class WatchingClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_MILLIS = 2_500;
  private static final int GONE = 410;

  private final FaultCluster cluster;
  private final RecordingClient client;
  private final OddAnswers odd;
  private final WatchRecord record;
  private final ScheduledExecutorService timer;
  private final Random random;
  private int turn;

  WatchingClient(
      FaultCluster cluster,
      RecordingClient client,
      OddAnswers odd,
      WatchRecord record,
      ScheduledExecutorService timer,
      Random random) {
    this.cluster = cluster;
    this.client = client;
    this.odd = odd;
    this.record = record;
    this.timer = timer;
    this.random = random;
  }

  WatchRecord record() {
    return record;
  }

  /** One connection, from where the last one was. */
  void watch() throws InterruptedException {
    ServerConnection server = cluster.server(turn++);
    String path =
        FaultObjects.collection(FaultObjects.CONFIG_MAPS)
            + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=30&resourceVersion="
            + record.revision();
    try {
      HttpResponse<InputStream> answer = server.open(FaultCluster.ADMIN, path);
      try (InputStream in = answer.body()) {
        if (answer.statusCode() == 200) {
          ScheduledFuture<?> cut =
              timer.schedule(() -> end(in), random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS);
          try {
            read(in, server);
          } finally {
            cut.cancel(false);
          }
        } else {
          problem(JSON.readTree(in), answer.statusCode(), server);
        }
      }
    } catch (IOException e) {
      // it ended, or could not begin: the other server is next
    }
  }

  private static void end(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      // it is over either way
    }
  }

  private void read(InputStream in, ServerConnection server) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode event;
      try {
        event = JSON.readTree(line);
      } catch (JsonProcessingException e) {
        return; // cut in the middle
      }
      JsonNode object = event.path("object");
      switch (event.path("type").asText()) {
        case "ADDED", "MODIFIED", "DELETED" ->
            record.saw(FaultObjects.event(event.path("type").asText(), object));
        case "BOOKMARK" -> record.bookmark(object.at("/metadata/resourceVersion").asLong());
        default -> {
          problem(object, object.path("code").asInt(), server);
          return;
        }
      }
    }
  }

  private void problem(JsonNode status, int code, ServerConnection server) {
    if (code == GONE) {
      long compacted = cluster.compacted();
      if (record.revision() >= compacted) {
        odd.add("410 at " + record.revision() + ", but compacted is " + compacted + ": " + status);
      }
      Optional<Long> listed = client.list(server);
      listed.ifPresent(record::listedAt);
    } else {
      odd.unlessLeftOpen("a watch", server, new ServerReply(code, status));
    }
  }
}
