package dev.muster.base;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was started, to be closed in reverse order, each part even if another one fails to. */
public final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  /** Closes the part, too, before those that were added earlier. */
  public synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  /** Idempotent. */
  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.error("{} cannot be closed", part.getClass().getSimpleName(), e);
      }
    }
  }
}
