package dev.muster.apiserver.authn;

import java.util.List;

/** Tells whom a token stands for. Thread-safe; never throws for a bad token. */
@FunctionalInterface
public interface TokenAuthenticator {
  /**
   * @param audiences whom the token has to be meant for, at least one of them
   */
  TokenResult authenticate(String token, List<String> audiences);
}
