package dev.muster.apiserver.reviews;

import dev.muster.authz.Authorizer;
import java.util.function.Function;

/** The server's authorizers, for many questions at one revision. Thread-safe. */
@FunctionalInterface
public interface ConsistentAuthorizer {

  /** Asks them; the authorizer is not to be used afterwards. */
  <T> T atOneRevision(Function<Moment, T> questions);

  /**
   * Authorizers that decide by the roles and bindings of one moment.
   *
   * @param waits whether a question may have to wait for somebody else's answer
   */
  record Moment(Authorizer authorizer, boolean waits) {}
}
