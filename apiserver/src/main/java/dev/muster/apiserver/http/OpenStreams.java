package dev.muster.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that are open now, so that a stopping server can end them. Thread-safe. */
final class OpenStreams {
  private final Set<JettyStream> open = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  void add(JettyStream stream) {
    open.add(stream);
    if (stopping) {
      stream.gone();
    }
  }

  void remove(JettyStream stream) {
    open.remove(stream);
  }

  void stop() {
    stopping = true;
    open.forEach(JettyStream::gone);
  }
}
