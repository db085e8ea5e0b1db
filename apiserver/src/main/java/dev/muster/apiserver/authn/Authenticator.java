package dev.muster.apiserver.authn;

import dev.muster.http.Exchange;

/** Finds out who makes a request. Thread-safe; never throws for bad credentials. */
@FunctionalInterface
public interface Authenticator {
  Result authenticate(Exchange exchange);
}
