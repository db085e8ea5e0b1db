package dev.muster.cli.faults;

import static dev.muster.cli.faults.EtcdGateway.coded;
import static dev.muster.cli.faults.EtcdGateway.decoded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.testing.history.HistoryEvent;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What happened, as etcd itself tells: the truth that all others are measured by. */
final class EtcdLog {
  /** Where an object says which write made it what it is. */
  static final String TEXT = "text";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REGISTRY = "/registry/";

  /** Before all of the registry, so that one watch sees both. */
  private static final String MARK = "/registry-mark";

  private static final String END = "/registry0";

  private final List<HistoryEvent> events = new ArrayList<>();
  private long known;

  /** Everything up to {@link #known} that has a text, or had. */
  List<HistoryEvent> events() {
    return List.copyOf(events);
  }

  long known() {
    return known;
  }

  /** Takes in what happened since it was last asked, up to now. */
  void readOn(URI member) {
    try (EtcdGateway etcd = new EtcdGateway(member)) {
      long now = mark(etcd);
      etcd.watch(
          "{\"key\":\"%s\",\"range_end\":\"%s\",\"start_revision\":%d}"
              .formatted(coded(MARK), coded(END), known + 1),
          message -> take(message) >= now);
      known = now;
    }
  }

  /** A full etcd takes deletions only. */
  private static long mark(EtcdGateway etcd) {
    String key = "{\"key\":\"%s\"".formatted(coded(MARK));
    JsonNode put = etcd.call("/v3/kv/put", key + ",\"value\":\"\"}");
    JsonNode done = put.has("header") ? put : etcd.call("/v3/kv/deleterange", key + "}");
    if (!done.has("header")) {
      throw new AssertionError("etcd takes no mark: " + put + " " + done);
    }
    return done.at("/header/revision").asLong();
  }

  private long take(JsonNode message) {
    if (message.path("canceled").asBoolean()) {
      throw new AssertionError("etcd does not tell what happened: " + message);
    }
    long last = 0;
    for (JsonNode event : message.path("events")) {
      JsonNode pair = event.path("kv");
      last = pair.path("mod_revision").asLong();
      String path = decoded(pair.path("key"));
      if (path.startsWith(REGISTRY + "configmaps/" + FaultObjects.NAMESPACE)
          || path.startsWith(REGISTRY + "rolebindings/" + FaultObjects.NAMESPACE)) {
        String text =
            event.path("type").asText().equals("DELETE")
                ? HistoryEvent.DELETED
                : text(decoded(pair.path("value")));
        events.add(new HistoryEvent(last, path.substring(REGISTRY.length()), text));
      }
    }
    return last;
  }

  private static String text(String object) {
    try {
      return JSON.readTree(object).at("/metadata/annotations/" + TEXT).asText();
    } catch (JsonProcessingException e) {
      throw new AssertionError("etcd holds what is no object: " + object, e);
    }
  }
}
