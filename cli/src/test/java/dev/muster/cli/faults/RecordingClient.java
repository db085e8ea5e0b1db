package dev.muster.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.testing.history.HistoryEvent;
import dev.muster.testing.history.RecordedHistory;
import dev.muster.testing.history.RecordedList;
import dev.muster.testing.history.RecordedRead;
import dev.muster.testing.history.RecordedWrite;
import dev.muster.testing.history.RecordedWrite.Outcome;
import dev.muster.testing.history.Seen;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks servers, and writes down when it asked and what it was told. Thread-safe. */
final class RecordingClient {
  private static final String JSON = "application/json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  /** Refusals that a write has to reckon with: others were quicker, or there are too many. */
  private static final Set<Integer> REFUSALS = Set.of(404, 409, 429);

  private final RecordedHistory history;
  private final OddAnswers odd;

  RecordingClient(RecordedHistory history, OddAnswers odd) {
    this.history = history;
    this.odd = odd;
  }

  /** The revision of a key, 0 if it is not there; empty without an answer. */
  Optional<Long> get(ServerConnection server, String key) {
    long began = System.nanoTime();
    ServerReply reply = admin(server, "GET", FaultObjects.path(key), JSON, "");
    if (reply.code() == 200 || reply.code() == 404) {
      long revision = reply.code() == 200 ? reply.revision() : 0;
      Seen seen = revision == 0 ? new Seen.Absent() : new Seen.At(revision);
      read(key, seen, server, began);
      return Optional.of(revision);
    }
    odd.unlessLeftOpen("GET of " + key, server, reply);
    return Optional.empty();
  }

  /** All config maps; the revision of the list, empty without an answer. */
  Optional<Long> list(ServerConnection server) {
    long began = System.nanoTime();
    ServerReply reply =
        admin(server, "GET", FaultObjects.collection(FaultObjects.CONFIG_MAPS), JSON, "");
    if (reply.code() != 200) {
      odd.unlessLeftOpen("LIST", server, reply);
      return Optional.empty();
    }
    Map<String, Long> items = new HashMap<>();
    for (JsonNode item : reply.body().path("items")) {
      HistoryEvent event = FaultObjects.event("", item);
      items.put(event.key(), event.revision());
    }
    history.add(
        new RecordedList(
            FaultObjects.CONFIG_MAPS,
            reply.revision(),
            items,
            server.name(),
            began,
            System.nanoTime()));
    return Optional.of(reply.revision());
  }

  void create(ServerConnection server, String key, String text) {
    long began = System.nanoTime();
    String object = FaultObjects.object(key, text, 0);
    write(
        key,
        text,
        0,
        server,
        began,
        admin(server, "POST", FaultObjects.collection(key), JSON, object));
  }

  void replace(ServerConnection server, String key, String text, long revision) {
    long began = System.nanoTime();
    String object = FaultObjects.object(key, text, revision);
    write(
        key,
        text,
        revision,
        server,
        began,
        admin(server, "PUT", FaultObjects.path(key), JSON, object));
  }

  /** Whatever it is now. */
  void patch(ServerConnection server, String key, String text) {
    long began = System.nanoTime();
    String patch = FaultObjects.patch(text);
    write(
        key, text, 0, server, began, admin(server, "PATCH", FaultObjects.path(key), MERGE, patch));
  }

  void delete(ServerConnection server, String key, long revision) {
    long began = System.nanoTime();
    String options = "{\"preconditions\":{\"resourceVersion\":\"" + revision + "\"}}";
    ServerReply reply = admin(server, "DELETE", FaultObjects.path(key), JSON, options);
    write(key, HistoryEvent.DELETED, revision, server, began, reply);
  }

  private void write(
      String key,
      String text,
      long replaces,
      ServerConnection server,
      long began,
      ServerReply reply) {
    boolean done = reply.code() == 200 || reply.code() == 201;
    if (!done && !REFUSALS.contains(reply.code())) {
      odd.unlessLeftOpen("a write of " + key, server, reply);
    }
    Outcome outcome =
        done ? Outcome.ACKNOWLEDGED : reply.leavesOpen() ? Outcome.UNKNOWN : Outcome.REFUSED;
    boolean told = done && !text.equals(HistoryEvent.DELETED);
    long revision = told ? reply.revision() : 0;
    history.add(
        new RecordedWrite(
            key, text, replaces, revision, outcome, server.name(), began, System.nanoTime()));
  }

  /** Whether the user of a binding may, as a review says. */
  void review(ServerConnection server, String binding) {
    long began = System.nanoTime();
    String review = FaultObjects.review(FaultObjects.name(binding));
    ServerReply reply = admin(server, "POST", REVIEWS, JSON, review);
    if (reply.code() == 201) {
      boolean allowed = reply.body().at("/status/allowed").asBoolean();
      read(binding, allowed ? new Seen.Present() : new Seen.Absent(), server, began);
    } else {
      odd.unlessLeftOpen("a review", server, reply);
    }
  }

  /** Whether the user of a binding may, as it finds out: what it asks for is not there. */
  void tryAccess(ServerConnection server, String binding) {
    long began = System.nanoTime();
    String path = FaultObjects.path(FaultObjects.CONFIG_MAPS + "none");
    ServerReply reply = server.send(FaultObjects.name(binding), "GET", path, JSON, "");
    if (reply.code() == 404 || reply.code() == 403) {
      boolean allowed = reply.code() == 404;
      read(binding, allowed ? new Seen.Present() : new Seen.Absent(), server, began);
    } else {
      odd.unlessLeftOpen("a GET of a limited user", server, reply);
    }
  }

  private void read(String key, Seen seen, ServerConnection server, long began) {
    history.add(new RecordedRead(key, seen, server.name(), began, System.nanoTime()));
  }

  private static ServerReply admin(
      ServerConnection server, String method, String path, String type, String body) {
    return server.send(FaultCluster.ADMIN, method, path, type, body);
  }
}
