package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lines of a watch that are sent together. They are written out only when they can be sent: until
 * then there is nothing of them but the objects, which all watches share.
 */
final class WatchBatch {
  private static final int LONGEST = 64 * 1024;
  private static final int BOOKMARK = 4096;

  private final NegotiatedEncoding encoding;
  private final Exchange.Stream out;
  private List<Consumer<Body>> lines = new ArrayList<>();
  private long weight;

  WatchBatch(NegotiatedEncoding encoding, Exchange.Stream out) {
    this.encoding = encoding;
    this.out = out;
  }

  void event(String type, StoredObject object) {
    add(encoding.weight(object), body -> encoding.event(type, object, body));
  }

  void bookmark(long revision, boolean initialEventsEnd) {
    add(BOOKMARK, body -> encoding.bookmark(revision, initialEventsEnd, body));
  }

  /** What waits for a slow reader is bounded, however much there is to be told. */
  private void add(long bytes, Consumer<Body> line) {
    lines.add(line);
    weight += bytes;
    if (weight >= LONGEST) {
      send();
    }
  }

  /** Sends what has not been sent yet. */
  void send() {
    if (lines.isEmpty()) {
      return;
    }
    List<Consumer<Body>> sent = lines;
    long taken = weight;
    lines = new ArrayList<>();
    weight = 0;
    out.write(taken, () -> written(sent));
  }

  private static Body written(List<Consumer<Body>> lines) {
    Body body = new Body(3 * lines.size());
    lines.forEach(line -> line.accept(body));
    return body;
  }
}
