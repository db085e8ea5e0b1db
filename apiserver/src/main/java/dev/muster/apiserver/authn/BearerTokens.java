package dev.muster.apiserver.authn;

import dev.muster.http.Exchange;
import java.util.List;

/** Bearer tokens, of requests and of token reviews. */
public final class BearerTokens implements Authenticator {
  private static final String INVALID = "invalid bearer token";

  private final List<TokenAuthenticator> authenticators;
  private final List<String> apiAudiences;

  /**
   * @param apiAudiences whom tokens of requests have to be meant for
   */
  public BearerTokens(List<TokenAuthenticator> authenticators, List<String> apiAudiences) {
    this.authenticators = List.copyOf(authenticators);
    this.apiAudiences = List.copyOf(apiAudiences);
  }

  @Override
  public Result authenticate(Exchange exchange) {
    String header = exchange.header("Authorization");
    if (header == null || !header.strip().regionMatches(true, 0, "bearer ", 0, 7)) {
      return new Result.NoCredentials();
    }
    String token = header.strip().substring(7);
    int end = token.indexOf(' ');
    token = end < 0 ? token : token.substring(0, end);
    if (token.isEmpty()) {
      return new Result.NoCredentials();
    }
    return switch (authenticate(token, apiAudiences)) {
      case TokenResult.Accepted accepted -> new Result.Authenticated(accepted.user());
      case TokenResult.Unknown unknown -> new Result.Refused(INVALID);
      case TokenResult.Rejected rejected -> new Result.Refused(rejected.why());
    };
  }

  /**
   * Judges a token for a review.
   *
   * @param audiences those of the review; empty for those of the server
   * @return an accepted user with all groups, or a rejection worded as a TokenReview has it
   */
  public TokenResult review(String token, List<String> audiences) {
    return switch (authenticate(token, audiences.isEmpty() ? apiAudiences : audiences)) {
      case TokenResult.Accepted accepted ->
          new TokenResult.Accepted(Groups.authenticated(accepted.user()), accepted.audiences());
      case TokenResult.Unknown unknown -> new TokenResult.Rejected(INVALID);
      case TokenResult.Rejected rejected ->
          new TokenResult.Rejected("[" + INVALID + ", " + rejected.why() + "]");
    };
  }

  private TokenResult authenticate(String token, List<String> audiences) {
    TokenResult worst = new TokenResult.Unknown();
    for (TokenAuthenticator authenticator : authenticators) {
      switch (authenticator.authenticate(token, audiences)) {
        case TokenResult.Accepted accepted -> {
          return accepted;
        }
        case TokenResult.Rejected rejected -> worst = rejected;
        case TokenResult.Unknown unknown -> {}
      }
    }
    return worst;
  }
}
