package dev.muster.apiserver.authn.jwt;

import dev.muster.apiserver.authn.TokenAuthenticator;
import dev.muster.apiserver.authn.TokenResult;
import dev.muster.apiserver.authn.config.AuthenticationConfiguration;
import dev.muster.apiserver.authn.config.JwtConfiguration;
import dev.muster.apiserver.reload.ReloadCandidate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All issuers of one configuration. A token is judged by the one that it names, and no other. */
public final class JwtAuthenticators implements TokenAuthenticator, ReloadCandidate {
  private static final int LONGEST = 256 * 1024;

  private final Map<String, JwtAuthenticator> byIssuer = new LinkedHashMap<>();
  private final List<String> apiAudiences;
  private final JwtObserver told;

  /**
   * @param algorithms that tokens may be signed with
   * @param apiAudiences whom tokens are taken to be meant for, once their own audience is right
   */
  public JwtAuthenticators(
      AuthenticationConfiguration configuration,
      List<String> algorithms,
      List<String> apiAudiences,
      InstantSource clock,
      JwtObserver told) {
    this.apiAudiences = List.copyOf(apiAudiences);
    this.told = told;
    for (JwtConfiguration jwt : configuration.jwt()) {
      byIssuer.put(jwt.issuer().url(), new JwtAuthenticator(jwt, algorithms, clock, told));
    }
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    List<String> good = audiences.stream().filter(apiAudiences::contains).toList();
    if (byIssuer.isEmpty() || good.isEmpty() || token.length() > LONGEST) {
      return new TokenResult.Unknown();
    }
    Optional<Claims> claims = Claims.unverified(token);
    if (claims.isEmpty()) {
      return new TokenResult.Unknown();
    }
    JwtAuthenticator issuer = byIssuer.get(claims.get().issuer());
    if (issuer == null) {
      return new TokenResult.Unknown();
    }
    long began = System.nanoTime();
    TokenResult result = judge(issuer, token, claims.get(), good);
    told.judged(
        issuer.issuer(),
        result instanceof TokenResult.Accepted,
        Duration.ofNanos(System.nanoTime() - began));
    return result;
  }

  private static TokenResult judge(
      JwtAuthenticator issuer, String token, Claims claims, List<String> audiences) {
    try {
      return new TokenResult.Accepted(issuer.authenticate(token, claims), audiences);
    } catch (TokenFault e) {
      return new TokenResult.Rejected(e.why());
    }
  }

  @Override
  public Optional<String> problem() {
    return byIssuer.values().stream().flatMap(each -> each.problem().stream()).findFirst();
  }

  @Override
  public void close() {
    byIssuer.values().forEach(JwtAuthenticator::close);
  }
}
