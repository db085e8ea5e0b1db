package dev.muster.apiserver.authzwebhook;

/**
 * Hands on what webhooks tell those who run the server, once there is somebody to tell.
 * Thread-safe.
 */
public final class WebhookEvents {
  /** Is told what deserves an event. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param type Normal or Warning
     */
    void tell(String type, String reason, String message);
  }

  private volatile Listener listener = (type, reason, message) -> {};

  /** From now on events go there; it is never called by a thread that waits for a decision. */
  public void tellTo(Listener events) {
    listener = events;
  }

  void tell(String type, String reason, String message) {
    Listener now = listener;
    Thread.startVirtualThread(() -> now.tell(type, reason, message));
  }
}
