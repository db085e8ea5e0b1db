package dev.muster.apiserver.authn.config;

import dev.muster.cel.Expression;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An issuer of tokens, and whom its tokens stand for.
 *
 * @param requiredClaims claims and the texts that they must be
 * @param claimRules what must be true of the claims
 * @param userRules what must be true of the user
 */
public record JwtConfiguration(
    IssuerConfiguration issuer,
    Map<String, String> requiredClaims,
    List<ValidationRule> claimRules,
    ClaimMappings mappings,
    List<ValidationRule> userRules) {

  public JwtConfiguration {
    requiredClaims = Collections.unmodifiableMap(new LinkedHashMap<>(requiredClaims));
    claimRules = List.copyOf(claimRules);
    userRules = List.copyOf(userRules);
  }

  /** Something that must be true, and what is said if it is not. */
  public record ValidationRule(Expression expression, String message) {}
}
