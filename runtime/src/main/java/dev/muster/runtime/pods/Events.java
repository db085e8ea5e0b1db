package dev.muster.runtime.pods;

import dev.muster.cri.v1.ContainerEventType;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells listeners what happened, in the order it did: each event is later than the one before it. A
 * kubelet leaves out events that are older than what it knows.
 */
public final class Events {
  /** Must not block. */
  @FunctionalInterface
  public interface Listener {
    void happened(String id, String sandbox, ContainerEventType type, long at);
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private long last;

  public void subscribe(Listener listener) {
    listeners.add(listener);
  }

  public void unsubscribe(Listener listener) {
    listeners.remove(listener);
  }

  /**
   * @param sandbox that it is in, or itself
   */
  synchronized void publish(String id, String sandbox, ContainerEventType type) {
    last = Math.max(last + 1, now());
    listeners.forEach(each -> each.happened(id, sandbox, type, last));
  }

  /** Nanoseconds since 1970, as exactly as the clock tells: for what is compared with events. */
  public static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }
}
