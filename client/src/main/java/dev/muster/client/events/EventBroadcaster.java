package dev.muster.client.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.views.CoreV1.MutableEvent;
import dev.muster.views.CoreV1.MutableEventSource;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one component's events in order, on a thread of its own. The same event again raises the
 * count of the first one instead of making another.
 */
public final class EventBroadcaster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventBroadcaster.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int LONGEST_QUEUE = 2_000;
  private static final int REMEMBERED = 4_096;
  private static final int LONGEST_MESSAGE = 1_024;

  private record Written(String path, long count) {}

  private final ApiClient client;
  private final String component;
  private final String host;
  private final InstantSource clock;
  private final BlockingQueue<Sighting> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final EventCorrelator correlator = new EventCorrelator();
  private final Map<Sighting, Written> written =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sighting, Written> eldest) {
          return size() > REMEMBERED;
        }
      };
  private final Thread thread;
  private volatile boolean closed;

  private EventBroadcaster(ApiClient client, String component, String host, InstantSource clock) {
    this.client = client;
    this.component = component;
    this.host = host;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("events of " + component).unstarted(this::run);
  }

  /**
   * Begins to write events in a component's name.
   *
   * @param component who tells, such as {@code kubelet}
   * @param host the node's name; empty for those that belong to no node
   */
  public static EventBroadcaster start(
      ApiClient client, String component, String host, InstantSource clock) {
    EventBroadcaster broadcaster = new EventBroadcaster(client, component, host, clock);
    broadcaster.thread.start();
    return broadcaster;
  }

  /** An event about an object that says its kind. */
  public void event(JsonNode object, EventType type, String reason, String message) {
    tell(new Sighting(Sighting.reference(object), type, reason, message, Map.of()));
  }

  /** Writes an event soon; never waits. */
  public void tell(Sighting seen) {
    String text = seen.message();
    Sighting bounded =
        text.length() > LONGEST_MESSAGE
            ? seen.withMessage(text.substring(0, LONGEST_MESSAGE))
            : seen;
    if (!queue.offer(bounded)) {
      LOG.debug("event dropped: reason={}", seen.reason());
    }
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        Sighting seen = queue.take();
        Optional<EventCorrelator.Correlated> event = correlator.correlate(seen, clock.instant());
        if (event.isPresent()) {
          deliver(event.get());
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Until it is written or refused: what happens while the API server is away is told later. */
  private void deliver(EventCorrelator.Correlated event) throws InterruptedException {
    while (true) {
      try {
        write(event);
        return;
      } catch (ApiProblem e) {
        if (!e.isPassing()) {
          LOG.debug("event refused: {}", e.getMessage());
          return;
        }
      } catch (IOException e) {
        LOG.debug("event not written: {}", e.toString());
      }
      Thread.sleep(RETRY);
    }
  }

  private void write(EventCorrelator.Correlated event) throws IOException {
    Instant now = clock.instant();
    Written before = written.get(event.key());
    if (before != null) {
      try {
        MutableEvent patch =
            MutableEvent.create()
                .count(before.count() + 1)
                .lastTimestamp(seconds(now))
                .message(event.event().message());
        client.mergePatch(before.path(), patch.tree());
        written.put(event.key(), new Written(before.path(), before.count() + 1));
        return;
      } catch (ApiProblem e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    ObjectNode made = made(event.event(), now);
    ObjectMeta metadata = ObjectMeta.ofObject(made);
    String path = "/api/v1/namespaces/" + metadata.namespace().text() + "/events";
    client.create(path, made);
    written.put(event.key(), new Written(path + "/" + metadata.name().text(), 1));
  }

  private ObjectNode made(Sighting seen, Instant now) {
    String name =
        seen.about().name().text()
            + "."
            + Long.toHexString(now.getEpochSecond() * 1_000_000_000L + now.getNano());
    MutableEvent event = MutableEvent.create().kind("Event").apiVersion("v1");
    MutableObjectMeta metadata = event.metadata().ensure().name(name);
    metadata.namespace(seen.about().reading().namespace().textOr("default"));
    seen.annotations().forEach((each, value) -> metadata.annotations().map().put(each, value));
    event.involvedObject(seen.about()).reason(seen.reason()).message(seen.message());
    MutableEventSource source = event.source().ensure().component(component);
    if (!host.isEmpty()) {
      source.host(host);
    }
    return event
        .firstTimestamp(seconds(now))
        .lastTimestamp(seconds(now))
        .count(1)
        .type(seen.type().text())
        .reportingComponent(component)
        .reportingInstance(host)
        .tree();
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** What is queued already is still tried for a moment. */
  @Override
  public void close() {
    closed = true;
    try {
      for (int i = 0; i < 20 && !queue.isEmpty(); i++) {
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
