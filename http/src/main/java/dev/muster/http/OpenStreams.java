package dev.muster.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that are open now, so that a stopping server can end them. Thread-safe. */
final class OpenStreams {
  private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  void add(LiveStream stream) {
    open.add(stream);
    if (stopping) {
      stream.gone();
    }
  }

  void remove(LiveStream stream) {
    open.remove(stream);
  }

  void stop() {
    stopping = true;
    open.forEach(LiveStream::gone);
  }
}
