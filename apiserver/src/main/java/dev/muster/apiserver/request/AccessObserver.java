package dev.muster.apiserver.request;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.http.Exchange;
import java.util.function.Supplier;

/** Hears who makes a request, and whether they may. Never throws. */
public interface AccessObserver {
  AccessObserver NONE =
      new AccessObserver() {
        @Override
        public void identified(Exchange exchange, User user) {}

        @Override
        public void impersonates(Exchange exchange, User other) {}

        @Override
        public void decided(Exchange exchange, Attributes request, Decision decision) {}

        @Override
        public void filtered(Exchange exchange, Attributes request, Decision decision) {}
      };

  /** Who makes the request. */
  void identified(Exchange exchange, User user);

  /** The one in whose name the request is answered, once that is allowed. */
  void impersonates(Exchange exchange, User other);

  /** What was decided about the request, or about what it needs before. */
  void decided(Exchange exchange, Attributes request, Decision decision);

  /**
   * Why a request is refused, in one line, which is made only if somebody wants it.
   *
   * @param revision of the store, at which it was decided
   */
  default void explained(Exchange exchange, Supplier<String> line, long revision) {}

  /**
   * The request is answered with what its caller may see. Told after {@link #decided}.
   *
   * @param decision the same, about all that it asks for
   */
  void filtered(Exchange exchange, Attributes request, Decision decision);
}
