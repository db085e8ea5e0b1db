package dev.muster.apiserver.authn.jwt;

import dev.muster.apiserver.authn.config.ClaimMappings.ClaimMapping;
import dev.muster.apiserver.authn.config.JwtConfiguration;
import dev.muster.authz.User;
import dev.muster.cel.AuthenticationExpressions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges the tokens of one issuer. */
final class JwtAuthenticator implements AutoCloseable {
  private final JwtConfiguration configuration;
  private final Provider provider;
  private final IdTokenVerifier verifier;
  private final ClaimMapper mapper;

  /** Groups may be told elsewhere; nothing if there is no claim of them. */
  private final Optional<DistributedClaims> elsewhere;

  JwtAuthenticator(
      JwtConfiguration configuration,
      List<String> algorithms,
      InstantSource clock,
      JwtObserver told) {
    this.configuration = configuration;
    this.provider = new Provider(configuration.issuer(), clock, told);
    this.verifier = new IdTokenVerifier(configuration.issuer(), algorithms, clock);
    this.mapper = new ClaimMapper(configuration.mappings());
    this.elsewhere =
        configuration.mappings().groups() instanceof ClaimMapping.Claim groups
            ? Optional.of(
                new DistributedClaims(
                    groups.name(), configuration.issuer(), algorithms, clock, told))
            : Optional.empty();
  }

  String issuer() {
    return configuration.issuer().url();
  }

  /** Why it cannot judge yet; empty if it can. */
  Optional<String> problem() {
    return provider.problem();
  }

  /**
   * @param claims those of the token, which names this issuer
   * @throws TokenFault if the token is no good
   */
  User authenticate(String token, Claims claims) throws TokenFault {
    ProviderKeys keys =
        provider.keys().orElseThrow(() -> new TokenFault("oidc: authenticator not initialized"));
    try {
      verifier.verify(token, claims, keys);
    } catch (TokenFault e) {
      throw new TokenFault("oidc: verify token: " + e.why());
    }
    if (elsewhere.isPresent()) {
      elsewhere.get().expand(claims);
    }
    ExpressionRun run = new ExpressionRun(AuthenticationExpressions.CLAIMS, claims.tree());
    User user = mapper.user(claims, run);
    for (Map.Entry<String, String> required : configuration.requiredClaims().entrySet()) {
      check(claims, required.getKey(), required.getValue());
    }
    run.check(configuration.claimRules(), "oidc: error evaluating claim validation expression: ");
    if (!configuration.userRules().isEmpty()) {
      ClaimMapper.runOn(user)
          .check(configuration.userRules(), "oidc: error evaluating user info validation rule: ");
    }
    return user;
  }

  private static void check(Claims claims, String claim, String wanted) throws TokenFault {
    if (!claims.has(claim)) {
      throw new TokenFault("oidc: required claim " + claim + " not present in ID token");
    }
    String value;
    try {
      value = claims.text(claim);
    } catch (TokenFault e) {
      throw new TokenFault("oidc: parse claim " + claim + ": " + e.why());
    }
    if (!value.equals(wanted)) {
      throw new TokenFault(
          "oidc: required claim %s value does not match. Got = %s, want = %s"
              .formatted(claim, value, wanted));
    }
  }

  @Override
  public void close() {
    elsewhere.ifPresent(DistributedClaims::close);
    provider.close();
  }
}
