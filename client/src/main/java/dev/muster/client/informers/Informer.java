package dev.muster.client.informers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiResource;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All objects of a resource, in memory, for as many as want to read them. It may be a little behind
 * the server, never ahead of it.
 */
public final class Informer implements AutoCloseable {
  private static final String NAMESPACE = "namespace";

  private final ApiResource resource;
  private final ObjectCache cache = new ObjectCache();
  private final List<ObjectHandler> handlers = new CopyOnWriteArrayList<>();
  private final CountDownLatch synced = new CountDownLatch(1);
  private volatile long seen;
  private @Nullable Reflector reflector;

  Informer(ApiResource resource) {
    this.resource = resource;
    cache.index(NAMESPACE, object -> List.of(ObjectMeta.ofObject(object).namespace().text()));
  }

  /** What is followed. */
  public ApiResource resource() {
    return resource;
  }

  /** The key under which an object is known. */
  public static String key(JsonNode object) {
    return ObjectCache.key(object);
  }

  /** Before it starts, so that the handler is told of everything. */
  public Informer handle(ObjectHandler handler) {
    handlers.add(handler);
    return this;
  }

  /** Adds an index, unless there is one of that name. */
  public Informer index(String name, Function<ObjectNode, Collection<String>> values) {
    cache.index(name, values);
    return this;
  }

  /** The object of that key, if there is one. */
  public @Nullable ObjectNode get(String key) {
    return cache.get(key);
  }

  /** The object of that name, if there is one. */
  public @Nullable ObjectNode get(String namespace, String name) {
    return cache.get(namespace.isEmpty() ? name : namespace + "/" + name);
  }

  /** All objects. */
  public List<ObjectNode> list() {
    return cache.all();
  }

  /** All objects of a namespace. */
  public List<ObjectNode> inNamespace(String namespace) {
    return cache.by(NAMESPACE, namespace);
  }

  /**
   * All objects that an index has under a value.
   *
   * @throws IllegalArgumentException if there is no such index
   */
  public List<ObjectNode> by(String index, String value) {
    return cache.by(index, value);
  }

  /**
   * Whether it knows of a write, by the version that the write's answer told, or of a later one.
   * Versions of one resource can be compared as numbers; what is no number counts as seen.
   */
  public boolean hasSeen(String resourceVersion) {
    return version(resourceVersion) <= seen;
  }

  private static long version(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  void start(ApiClient client) {
    reflector = Reflector.start(client, resource.path(), "", new Following());
  }

  /** Waits until it has seen everything there was at its start; false if that takes too long. */
  public boolean awaitSync(Duration atMost) throws InterruptedException {
    return synced.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    if (reflector != null) {
      reflector.close();
    }
  }

  /** Brings what the reflector tells into the cache, then to the handlers. */
  private final class Following implements Reflector.Listener {
    @Override
    public void replaced(List<ObjectNode> all) {
      Set<String> gone = cache.keys();
      all.forEach(object -> gone.remove(key(object)));
      all.forEach(this::changed);
      for (String key : gone) {
        ObjectNode last = cache.remove(key);
        if (last != null) {
          handlers.forEach(handler -> handler.deleted(last));
        }
      }
      synced.countDown();
    }

    @Override
    public void changed(ObjectNode object) {
      ObjectNode before = cache.put(object);
      saw(object);
      if (before == null) {
        handlers.forEach(handler -> handler.added(object));
      } else if (!uid(before).equals(uid(object))) {
        handlers.forEach(handler -> handler.deleted(before));
        handlers.forEach(handler -> handler.added(object));
      } else {
        handlers.forEach(handler -> handler.updated(before, object));
      }
    }

    @Override
    public void deleted(ObjectNode last) {
      cache.remove(key(last));
      saw(last);
      handlers.forEach(handler -> handler.deleted(last));
    }

    private void saw(ObjectNode object) {
      seen = Math.max(seen, version(ObjectMeta.ofObject(object).resourceVersion().text()));
    }

    private static String uid(ObjectNode object) {
      return ObjectMeta.ofObject(object).uid().text();
    }
  }
}
