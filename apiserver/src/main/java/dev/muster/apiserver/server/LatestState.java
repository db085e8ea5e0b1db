package dev.muster.apiserver.server;

import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.store.Store;
import java.time.Duration;
import java.util.List;

/**
 * Brings a server up to date before it looks at a request, where other servers write to its store.
 *
 * <p>INVARIANT (revocation): who is asking, what they may and what they read are as of no earlier
 * than the request, whichever server acknowledged the last write.
 *
 * <p>Whether the server is well is told without: that must not wait for the store.
 */
final class LatestState implements Endpoint {
  private static final List<String> WITHOUT = List.of("/livez", "/readyz", "/healthz", "/metrics");

  private final Endpoint next;
  private final Store<?> store;
  private final Runnable kinds;
  private final Duration staleness;

  private LatestState(Endpoint next, Store<?> store, Runnable kinds, Duration staleness) {
    this.next = next;
    this.store = store;
    this.kinds = kinds;
    this.staleness = staleness;
  }

  /**
   * @param kinds takes in what other servers changed about the kinds that are served
   */
  static Endpoint before(Endpoint next, Store<?> store, Runnable kinds, Duration staleness) {
    return store.shared() ? new LatestState(next, store, kinds, staleness) : next;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    if (WITHOUT.stream().noneMatch(path -> isBelow(exchange.path(), path))) {
      store.awaitLatest(mayBeOlder(exchange) ? staleness : Duration.ZERO);
      kinds.run();
    }
    next.handle(exchange);
  }

  private static boolean isBelow(String path, String parent) {
    return path.startsWith(parent)
        && (path.length() == parent.length() || path.charAt(parent.length()) == '/');
  }

  /** Not what a client reads, unless it takes any version. Writes compare what they change. */
  private static boolean mayBeOlder(Exchange exchange) {
    return !exchange.method().equals("GET")
        || ("&" + exchange.query() + "&").contains("&resourceVersion=0&");
  }
}
