package dev.muster.runtime;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was started, closed in reverse; one that cannot be closed does not keep others open. */
final class Parts implements AutoCloseable {
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    started.push(part);
    return part;
  }

  @Override
  public void close() throws IOException {
    IOException problem = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        IOException next = e instanceof IOException io ? io : new IOException(e);
        if (problem == null) {
          problem = next;
        } else {
          problem.addSuppressed(next);
        }
      }
    }
    if (problem != null) {
      throw problem;
    }
  }
}
