package dev.muster.apiserver.authn.jwt;

import dev.muster.apiserver.authn.TokenAuthenticator;
import dev.muster.apiserver.authn.TokenResult;
import java.util.List;

/** The issuers of the configuration in force. */
public final class DynamicJwtAuthenticator implements TokenAuthenticator, AutoCloseable {
  private volatile JwtAuthenticators current;

  public DynamicJwtAuthenticator(JwtAuthenticators initial) {
    this.current = initial;
  }

  /** Judges tokens by these from now on; those before are closed. */
  public void replace(JwtAuthenticators next) {
    JwtAuthenticators before = current;
    current = next;
    before.close();
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    return current.authenticate(token, audiences);
  }

  @Override
  public void close() {
    current.close();
  }
}
