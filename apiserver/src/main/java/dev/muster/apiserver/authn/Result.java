package dev.muster.apiserver.authn;

import dev.muster.authz.User;

/** What an authenticator found out about a request. */
public sealed interface Result {

  /** The request is the user's. */
  record Authenticated(User user) implements Result {}

  /** The request carries no credentials of the kind looked for. */
  record NoCredentials() implements Result {}

  /**
   * The request carries credentials that are no good.
   *
   * @param why for logs and reviews; clients only learn that they are unauthorized
   */
  record Refused(String why) implements Result {}
}
