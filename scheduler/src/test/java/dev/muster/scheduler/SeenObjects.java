package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.informers.Reflector;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The objects of a collection, as a watch tells of them; who waits for one is woken by it. */
final class SeenObjects implements Reflector.Listener, AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final Map<String, ObjectNode> objects = new HashMap<>();
  private final Reflector reflector;

  SeenObjects(ApiClient client, String path) {
    this.reflector = Reflector.start(client, path, "", this);
  }

  @Override
  public synchronized void replaced(List<ObjectNode> all) {
    objects.clear();
    all.forEach(this::changed);
  }

  @Override
  public synchronized void changed(ObjectNode object) {
    objects.put(name(object), object);
    notifyAll();
  }

  @Override
  public synchronized void deleted(ObjectNode last) {
    objects.remove(name(last));
  }

  private static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }

  /** The first that is as wanted. */
  synchronized ObjectNode await(String what, Predicate<ObjectNode> wanted)
      throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      Optional<ObjectNode> found = objects.values().stream().filter(wanted).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw new AssertionError(what + " is not among " + objects.values());
      }
      wait(left);
    }
  }

  @Override
  public void close() {
    reflector.close();
  }
}
