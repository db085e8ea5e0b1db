package dev.muster.apiserver.handlers;

import dev.muster.authz.User;
import dev.muster.http.Exchange;

/**
 * Finds out in whose name a request is made, impersonation included; refuses with a 401, 400 or
 * 403.
 */
@FunctionalInterface
public interface Identification {
  User identify(Exchange exchange);
}
