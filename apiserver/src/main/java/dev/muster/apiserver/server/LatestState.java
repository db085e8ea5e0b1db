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

  /** All that these groups serve are questions. */
  private static final List<String> REVIEWS =
      List.of("/apis/authentication.k8s.io", "/apis/authorization.k8s.io");

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
      boolean older = mayBeOlder(exchange.method(), exchange.path(), exchange.query());
      store.awaitLatest(older ? staleness : Duration.ZERO);
      kinds.run();
    }
    next.handle(exchange);
  }

  private static boolean isBelow(String path, String parent) {
    return path.startsWith(parent)
        && (path.length() == parent.length() || path.charAt(parent.length()) == '/');
  }

  /**
   * Who somebody is and what they may, and what a client reads that takes any version. Not what is
   * written: whether a write is needed, allowed or finds its object depends on what is there.
   */
  static boolean mayBeOlder(String method, String path, String query) {
    return switch (method) {
      case "GET" -> ("&" + query + "&").contains("&resourceVersion=0&");
      case "POST" -> REVIEWS.stream().anyMatch(group -> isBelow(path, group));
      default -> false;
    };
  }
}
