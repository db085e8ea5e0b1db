package dev.muster.apiserver.authn;

import dev.muster.apiserver.inprocess.InProcessExchange;
import dev.muster.http.Exchange;

/** Requests of the server's own process say whose they are, and are believed. */
public final class InProcessUsers implements Authenticator {
  @Override
  public Result authenticate(Exchange exchange) {
    InProcessExchange own = exchange.layer(InProcessExchange.class);
    return own == null ? new Result.NoCredentials() : new Result.Authenticated(own.user());
  }
}
