package dev.muster.runtime.pods;

import dev.muster.cri.v1.ContainerEventType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells listeners what happened, in the order it did. */
public final class Events {
  /** Must not block. */
  @FunctionalInterface
  public interface Listener {
    void happened(String id, String sandbox, ContainerEventType type, long at);
  }

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  public void subscribe(Listener listener) {
    listeners.add(listener);
  }

  public void unsubscribe(Listener listener) {
    listeners.remove(listener);
  }

  /**
   * @param sandbox that it is in, or itself
   */
  void publish(String id, String sandbox, ContainerEventType type) {
    long at = System.currentTimeMillis() * 1_000_000;
    listeners.forEach(each -> each.happened(id, sandbox, type, at));
  }
}
