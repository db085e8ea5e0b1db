package dev.muster.client.informers;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiResource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One informer for each resource that somebody asked for. */
public final class SharedInformers implements AutoCloseable {
  private final ApiClient client;
  private final Map<ApiResource, Informer> informers = new LinkedHashMap<>();
  private boolean started;

  /** Of what one client may see. */
  public SharedInformers(ApiClient client) {
    this.client = client;
  }

  /** Who asks for one before the start can still add handlers to it. */
  public synchronized Informer of(ApiResource resource) {
    Informer known = informers.get(resource);
    if (known != null) {
      return known;
    }
    Informer informer = new Informer(resource);
    informers.put(resource, informer);
    if (started) {
      informer.start(client);
    }
    return informer;
  }

  /** Begins to follow everything that was asked for. */
  public synchronized void start() {
    if (!started) {
      started = true;
      informers.values().forEach(informer -> informer.start(client));
    }
  }

  /** Waits until all have seen everything; false if that takes too long. */
  public boolean awaitSync(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (Informer informer : all()) {
      if (!informer.awaitSync(Duration.ofNanos(end - System.nanoTime()))) {
        return false;
      }
    }
    return true;
  }

  private synchronized List<Informer> all() {
    return List.copyOf(informers.values());
  }

  @Override
  public void close() {
    all().forEach(Informer::close);
  }
}
