package dev.muster.apiserver.handlers;

import dev.muster.api.kinds.Kind;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import java.util.function.Consumer;

/**
 * An authorized request for a resource.
 *
 * @param kind in the version that was asked for
 * @param stored the same kind in the version that is stored
 */
record ResourceRequest(
    Exchange exchange, RequestInfo info, Query query, User user, Kind kind, Kind stored) {

  static final int BODY_LIMIT = 3 * 1024 * 1024;

  /** Warnings become headers, each once. */
  Consumer<String> warnings() {
    return new Warnings(exchange);
  }

  /** The same with another query. */
  ResourceRequest with(Query other) {
    return new ResourceRequest(exchange, info, other, user, kind, stored);
  }

  WriteRequest write(WriteOptions options, Consumer<String> warn) {
    return new WriteRequest(
        stored,
        kind,
        // a namespace is in no namespace, although its path reads so
        kind.namespaced() ? info.namespace() : "",
        info.name(),
        info.subresource(),
        user,
        options.dryRun(),
        options.manager(),
        options.given(),
        warn);
  }

  WriteOptions options(WriteOptions.Verb verb) {
    return WriteOptions.of(verb, query, exchange.header("User-Agent"));
  }
}
