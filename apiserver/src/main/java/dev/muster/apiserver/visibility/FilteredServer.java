package dev.muster.apiserver.visibility;

import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import org.jspecify.annotations.Nullable;

/**
 * The whole API once more below a path, where every list and watch asks for what one may see: for
 * clients that have an address to set, and no parameter or header.
 *
 * <p>INVARIANT: it stands before everything that reads a path. Who authorizes, audits and counts
 * sees the request that is answered, and no other.
 */
public final class FilteredServer implements Endpoint {
  /** What the address of the server ends with. */
  public static final String PATH = "/" + AccessFilter.PARAMETER;

  private final Endpoint api;

  public FilteredServer(Endpoint api) {
    this.api = api;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    api.handle(exchange.path().startsWith(PATH + "/") ? new Below(exchange) : exchange);
  }

  private static final class Below extends WrappedExchange {
    private final String path;

    Below(Exchange inner) {
      super(inner);
      this.path = inner.path().substring(PATH.length());
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    public @Nullable String header(String name) {
      return name.equalsIgnoreCase(AccessFilter.HEADER) ? "true" : super.header(name);
    }
  }
}
