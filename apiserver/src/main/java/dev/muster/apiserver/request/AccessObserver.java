package dev.muster.apiserver.request;

import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.http.Exchange;

/** Hears who makes a request, and whether they may. Never throws. */
public interface AccessObserver {
  AccessObserver NONE =
      new AccessObserver() {
        @Override
        public void identified(Exchange exchange, User user) {}

        @Override
        public void impersonates(Exchange exchange, User other) {}

        @Override
        public void decided(Exchange exchange, Decision decision) {}

        @Override
        public void filtered(Exchange exchange, Decision decision) {}
      };

  /** Who makes the request. */
  void identified(Exchange exchange, User user);

  /** The one in whose name the request is answered, once that is allowed. */
  void impersonates(Exchange exchange, User other);

  void decided(Exchange exchange, Decision decision);

  /**
   * The request is answered with what its caller may see. Told after {@link #decided}.
   *
   * @param decision the same, about all that it asks for
   */
  void filtered(Exchange exchange, Decision decision);
}
