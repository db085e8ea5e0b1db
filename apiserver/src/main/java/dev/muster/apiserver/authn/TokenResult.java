package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import java.util.List;

/** What a token is worth. */
public sealed interface TokenResult {

  /** The token is the user's, and good for the audiences, which are some of those asked for. */
  record Accepted(User user, List<String> audiences) implements TokenResult {
    public Accepted {
      audiences = List.copyOf(audiences);
    }
  }

  /** Nobody here knows the token. */
  record Unknown() implements TokenResult {}

  /** The token is known and no good. */
  record Rejected(String why) implements TokenResult {}
}
