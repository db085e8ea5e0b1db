package dev.muster.client.informers;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.MutablePartialObjectMetadataList;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadataList;
import dev.muster.views.MetaV1.Status;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a listener up to date with a collection: lists, watches, resumes where a watch broke off,
 * and lists again when that is too long ago. Goes on through any failure until it is closed.
 */
public final class Reflector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
  private static final ObjectReader OBJECTS = new ObjectMapper().readerFor(ObjectNode.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int WATCH_SECONDS = 480;

  /** Told of everything in order, by one thread. Must not block for long. */
  public interface Listener {
    /** All objects there are; what was known before and is not among them is gone. */
    void replaced(List<ObjectNode> all);

    /** There is a new object, or another state of one. */
    void changed(ObjectNode object);

    /** An object is gone. */
    void deleted(ObjectNode last);
  }

  private final ApiClient client;
  private final String path;
  private final String query;
  private final Listener listener;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable InputStream open;

  /** What the listener has heard of; empty if it has to be told everything. */
  private String revision = "";

  private Reflector(ApiClient client, String path, String query, Listener listener) {
    this.client = client;
    this.path = path;
    this.query = query;
    this.listener = listener;
    this.thread = Thread.ofVirtual().name("reflector " + path).unstarted(this::run);
  }

  /**
   * Begins to follow a list.
   *
   * @param path of the collection
   * @param query selectors, such as {@code fieldSelector=spec.nodeName%3Da}; may be empty
   */
  public static Reflector start(ApiClient client, String path, String query, Listener listener) {
    Reflector reflector = new Reflector(client, path, query, listener);
    reflector.thread.start();
    return reflector;
  }

  private void run() {
    Duration pause = SHORTEST_PAUSE;
    while (!closed) {
      String before = revision;
      try {
        if (revision.isEmpty()) {
          revision = list();
        }
        watch();
      } catch (ApiProblem e) {
        LOG.debug("watch refused: path={} problem={}", path, e.getMessage());
        if (e.code() == 410) {
          revision = "";
        }
      } catch (IOException e) {
        LOG.debug("watch broken: path={} problem={}", path, e.toString());
      } catch (RuntimeException e) {
        LOG.error("listener failed: path={}", path, e);
        revision = "";
      }
      boolean gotOn = !revision.isEmpty() && !revision.equals(before);
      pause = sleep(gotOn ? SHORTEST_PAUSE : pause);
    }
  }

  private Duration sleep(Duration pause) {
    if (!closed) {
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        closed = true;
      }
    }
    Duration longer = pause.multipliedBy(2);
    return longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
  }

  private String list() throws IOException {
    ObjectNode list = client.get(path + (query.isEmpty() ? "" : "?" + query));
    PartialObjectMetadataList head = PartialObjectMetadataList.of(list);
    String kind = head.kind().text();
    List<ObjectNode> items = new ArrayList<>();
    for (MutablePartialObjectMetadata item :
        MutablePartialObjectMetadataList.of(list).items().each()) {
      item.kind(kind.substring(0, Math.max(0, kind.length() - 4)));
      item.apiVersion(head.apiVersion().text());
      items.add(item.tree());
    }
    listener.replaced(items);
    return head.metadata().resourceVersion().text();
  }

  /** Watches until the server ends it. */
  private void watch() throws IOException {
    String options =
        "watch=true&allowWatchBookmarks=true&resourceVersion="
            + revision
            + "&timeoutSeconds="
            + WATCH_SECONDS;
    String target = path + "?" + options + (query.isEmpty() ? "" : "&" + query);
    try (InputStream stream = client.watch(target)) {
      open = stream;
      if (closed) {
        return;
      }
      try (MappingIterator<ObjectNode> events = OBJECTS.readValues(stream)) {
        while (events.hasNextValue()) {
          take(events.nextValue());
        }
      }
    } finally {
      open = null;
    }
  }

  private void take(ObjectNode event) throws ApiProblem {
    if (!(event.get("object") instanceof ObjectNode object)) {
      throw new ApiProblem(500, "Unreadable", "a watch event without an object");
    }
    switch (event.path("type").asText()) {
      case "ADDED", "MODIFIED" -> listener.changed(object);
      case "DELETED" -> listener.deleted(object);
      case "BOOKMARK" -> {}
      case "ERROR" -> {
        Status status = Status.of(object);
        throw new ApiProblem(
            (int) status.code().numberOr(500), status.reason().text(), status.message().text());
      }
      default -> {
        return;
      }
    }
    // INVARIANT: a watch that breaks off now goes on after this event, not before those it brought
    revision = ObjectMeta.ofObject(object).resourceVersion().textOr(revision);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    InputStream stream = open;
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException e) {
        LOG.debug("watch not closed: path={}", path, e);
      }
    }
  }
}
