package dev.muster.client.events;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events in order, on a thread of its own. The same event again raises the count of the
 * first one instead of making another.
 */
public final class EventRecorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final int LONGEST_QUEUE = 2_000;
  private static final int REMEMBERED = 4_096;
  private static final int LONGEST_MESSAGE = 1_024;

  private record Sighting(
      ObjectNode about,
      EventType type,
      String reason,
      String message,
      Map<String, String> annotations) {}

  private record Written(String path, long count) {}

  private final ApiClient client;
  private final String component;
  private final String host;
  private final InstantSource clock;
  private final BlockingQueue<Sighting> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final Map<Sighting, Written> written =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sighting, Written> eldest) {
          return size() > REMEMBERED;
        }
      };
  private final Thread thread;
  private volatile boolean closed;

  private EventRecorder(ApiClient client, String component, String host, InstantSource clock) {
    this.client = client;
    this.component = component;
    this.host = host;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("events").unstarted(this::run);
  }

  /**
   * @param component who tells, such as {@code kubelet}
   * @param host the node's name; empty for those that belong to no node
   */
  public static EventRecorder start(
      ApiClient client, String component, String host, InstantSource clock) {
    EventRecorder recorder = new EventRecorder(client, component, host, clock);
    recorder.thread.start();
    return recorder;
  }

  public void pod(Pod pod, EventType type, String reason, String message) {
    add(podReference(pod), type, reason, message);
  }

  /**
   * @param annotations of the event itself
   */
  public void pod(
      Pod pod, EventType type, String reason, String message, Map<String, String> annotations) {
    add(podReference(pod), type, reason, message, annotations);
  }

  public void container(Pod pod, ContainerSpec of, EventType type, String reason, String message) {
    add(podReference(pod).put("fieldPath", of.fieldPath()), type, reason, message);
  }

  public void node(String name, EventType type, String reason, String message) {
    ObjectNode about = JsonNodeFactory.instance.objectNode();
    about.put("kind", "Node").put("name", name).put("uid", name);
    add(about, type, reason, message);
  }

  private static ObjectNode podReference(Pod pod) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", "Pod")
        .put("namespace", pod.namespace())
        .put("name", pod.name())
        .put("uid", pod.uid())
        .put("apiVersion", "v1")
        .put("resourceVersion", pod.metadata().path("resourceVersion").asText());
  }

  private void add(ObjectNode about, EventType type, String reason, String message) {
    add(about, type, reason, message, Map.of());
  }

  private void add(
      ObjectNode about,
      EventType type,
      String reason,
      String message,
      Map<String, String> annotations) {
    String text =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    if (!queue.offer(new Sighting(about, type, reason, text, annotations))) {
      LOG.debug("event dropped: reason={}", reason);
    }
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        deliver(queue.take());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Until it is written or refused: what happens while the API server is away is told later. */
  private void deliver(Sighting seen) throws InterruptedException {
    while (true) {
      try {
        write(seen);
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

  private void write(Sighting seen) throws IOException {
    Sighting key = withoutVersion(seen);
    Instant now = clock.instant();
    Written before = written.get(key);
    if (before != null) {
      try {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.put("count", before.count() + 1).put("lastTimestamp", ApiTimes.seconds(now));
        client.mergePatch(before.path(), patch);
        written.put(key, new Written(before.path(), before.count() + 1));
        return;
      } catch (ApiProblem e) {
        if (!e.isNotFound()) {
          throw e;
        }
      }
    }
    String namespace = seen.about().path("namespace").asText("default");
    String name =
        seen.about().path("name").asText()
            + "."
            + Long.toHexString(now.getEpochSecond() * 1_000_000_000L + now.getNano());
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("kind", "Event").put("apiVersion", "v1");
    ObjectNode metadata = event.putObject("metadata").put("name", name).put("namespace", namespace);
    seen.annotations()
        .forEach((each, value) -> metadata.withObject("/annotations").put(each, value));
    event.set("involvedObject", seen.about());
    event.put("reason", seen.reason()).put("message", seen.message());
    ObjectNode source = event.putObject("source").put("component", component);
    if (!host.isEmpty()) {
      source.put("host", host);
    }
    event.put("firstTimestamp", ApiTimes.seconds(now)).put("lastTimestamp", ApiTimes.seconds(now));
    event.put("count", 1L).put("type", seen.type().text());
    event.put("reportingComponent", component).put("reportingInstance", host);
    String path = "/api/v1/namespaces/" + namespace + "/events";
    client.create(path, event);
    written.put(key, new Written(path + "/" + name, 1));
  }

  private static Sighting withoutVersion(Sighting seen) {
    ObjectNode about = seen.about().deepCopy();
    about.remove("resourceVersion");
    return new Sighting(about, seen.type(), seen.reason(), seen.message(), seen.annotations());
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
