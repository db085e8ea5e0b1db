package dev.muster.apiserver.authn;

import dev.muster.apiserver.authn.config.AnonymousConfiguration;
import dev.muster.http.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks authenticators in turn. The first that knows the user wins, even after another refused; bad
 * credentials never pass as anonymous.
 */
public final class AuthenticatorChain implements Authenticator {
  private final List<Authenticator> links;
  private final AnonymousConfiguration anonymous;

  /**
   * @param anonymous whether requests without credentials are {@code system:anonymous}'s
   */
  public AuthenticatorChain(List<Authenticator> links, boolean anonymous) {
    this(links, AnonymousConfiguration.of(anonymous));
  }

  /**
   * @param anonymous which requests without credentials are {@code system:anonymous}'s
   */
  public AuthenticatorChain(List<Authenticator> links, AnonymousConfiguration anonymous) {
    this.links = List.copyOf(links);
    this.anonymous = anonymous;
  }

  @Override
  public Result authenticate(Exchange exchange) {
    Result.@Nullable Refused refused = null;
    for (Authenticator link : links) {
      switch (link.authenticate(exchange)) {
        case Result.Authenticated known -> {
          return new Result.Authenticated(Groups.authenticated(known.user()));
        }
        case Result.Refused why -> refused = refused == null ? why : refused;
        case Result.NoCredentials none -> {}
      }
    }
    if (refused != null) {
      return refused;
    }
    return anonymous.allows(exchange.path())
        ? new Result.Authenticated(Groups.NOBODY)
        : new Result.NoCredentials();
  }
}
