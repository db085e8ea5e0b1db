package dev.muster.node;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a node is made of, closed in reverse. Used by one thread at a time. */
final class Parts implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T one) {
    parts.push(one);
    return one;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new IllegalStateException("a part of the node does not stop", e);
      }
    }
  }
}
