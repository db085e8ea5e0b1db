package dev.muster.apiserver.handlers;

import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.Query;

/** Chooses the form that a client accepts. */
final class Forms {
  private final Kinds kinds;

  Forms(Kinds kinds) {
    this.kinds = kinds;
  }

  /** The form for objects and lists of a kind. */
  Form of(Exchange exchange, Kind kind, Query query) {
    Accept accept = Accept.of(exchange.headers("Accept"), (as, group, version) -> false);
    boolean stored = kinds.storedAs(kind).equals(kind);
    if (!accept.yaml() && accept.as().isEmpty() && stored && !query.flag("pretty")) {
      return new StoredForm(kind);
    }
    return new ConvertedForm(kind, accept, query.flag("pretty"));
  }
}
