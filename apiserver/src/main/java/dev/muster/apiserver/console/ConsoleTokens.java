package dev.muster.apiserver.console;

import dev.muster.apiserver.authn.TokenAuthenticator;
import dev.muster.apiserver.authn.TokenResult;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;

/** Takes the tokens of those who signed in to the console by a link: they are the administrator. */
public final class ConsoleTokens implements TokenAuthenticator {
  private final ConsoleSessions sessions;
  private final User user;
  private final List<String> apiAudiences;

  /**
   * @param administrator whom the links are made for
   * @param apiAudiences whom the tokens are meant for
   */
  public ConsoleTokens(ConsoleSessions sessions, String administrator, List<String> apiAudiences) {
    this.sessions = sessions;
    this.user = new User(administrator, "", List.of(User.MASTERS), Map.of());
    this.apiAudiences = List.copyOf(apiAudiences);
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    if (!sessions.knows(token)) {
      return new TokenResult.Unknown();
    }
    List<String> good = audiences.stream().filter(apiAudiences::contains).toList();
    return good.isEmpty() ? new TokenResult.Unknown() : new TokenResult.Accepted(user, good);
  }
}
