package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.authn.config.IssuerConfiguration;
import dev.muster.base.go.GoText;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A claim that a token does not hold itself: it says where it is, and there it is in a token of its
 * own. Only tokens that were verified are asked for theirs. Thread-safe.
 */
final class DistributedClaims implements AutoCloseable {
  private static final String DISCOVERY = "/.well-known/openid-configuration";

  /** More issuers than this a provider does not refer to. */
  private static final int MOST_ISSUERS = 16;

  private final String claim;
  private final IssuerConfiguration issuer;
  private final List<String> algorithms;
  private final InstantSource clock;
  private final JwtObserver told;
  private final ProviderDocuments documents;
  private final Map<String, Provider> providers = new HashMap<>();

  /**
   * @param claim the only one that is looked for
   * @param issuer whose tokens may refer to others; those are trusted by whom it is, and must be
   *     for whom its tokens are
   */
  DistributedClaims(
      String claim,
      IssuerConfiguration issuer,
      List<String> algorithms,
      InstantSource clock,
      JwtObserver told) {
    this.claim = claim;
    this.issuer = issuer;
    this.algorithms = List.copyOf(algorithms);
    this.clock = clock;
    this.told = told;
    this.documents = new ProviderDocuments(issuer.trust());
  }

  /** Adds the claim to the others, if it is elsewhere. */
  void expand(Claims claims) throws TokenFault {
    JsonNode names = claims.tree().path("_claim_names");
    if (claims.has(claim) || names.isMissingNode()) {
      return;
    }
    try {
      Optional<JsonNode> source = source(claims, names);
      if (source.isPresent()) {
        claims.tree().set(claim, resolve(source.get()));
      }
    } catch (TokenFault e) {
      throw new TokenFault("oidc: could not expand distributed claims: " + e.why());
    }
  }

  private Optional<JsonNode> source(Claims claims, JsonNode names) throws TokenFault {
    if (!names.isObject()) {
      throw new TokenFault("oidc: error parsing distributed claim names");
    }
    JsonNode sources = claims.tree().path("_claim_sources");
    if (sources.isMissingNode()) {
      throw new TokenFault("oidc: no claim sources");
    }
    if (!sources.isObject()) {
      throw new TokenFault("oidc: could not parse claim sources");
    }
    if (!names.has(claim)) {
      return Optional.empty();
    }
    String name = names.path(claim).asText();
    if (!sources.has(name)) {
      throw new TokenFault(
          "id token _claim_names contained a source " + name + " missing in _claims_sources");
    }
    JsonNode source = sources.get(name);
    return source.path("endpoint").asText().isEmpty() ? Optional.empty() : Optional.of(source);
  }

  private JsonNode resolve(JsonNode source) throws TokenFault {
    String endpoint = source.path("endpoint").asText();
    String token = fetch(endpoint, source.path("access_token").asText());
    Claims found =
        Claims.unverified(token)
            .orElseThrow(
                () ->
                    new TokenFault(
                        "getting untrusted issuer from endpoint %s failed for claim %s: malformed token"
                            .formatted(endpoint, GoText.quote(claim))));
    Provider provider = provider(found.issuer());
    ProviderKeys keys =
        provider
            .keys()
            .orElseThrow(
                () ->
                    new TokenFault(
                        "verifying untrusted issuer %s failed: verifier not initialized for issuer: %s"
                            .formatted(found.issuer(), GoText.quote(found.issuer()))));
    try {
      new IdTokenVerifier(of(found.issuer()), algorithms, clock).verify(token, found, keys);
    } catch (TokenFault e) {
      throw new TokenFault("verify distributed claim token: " + e.why());
    }
    JsonNode value = found.tree().get(claim);
    if (value == null) {
      throw new TokenFault(
          "jwt returned by distributed claim endpoint %s did not contain claim: %s"
              .formatted(GoText.quote(endpoint), claim));
    }
    return value;
  }

  private String fetch(String endpoint, String access) throws TokenFault {
    String what = "while getting distributed claim " + GoText.quote(claim) + ": ";
    try {
      URI uri = URI.create(endpoint);
      if (!"https".equals(uri.getScheme())) {
        throw new TokenFault(what + "the endpoint must be https");
      }
      return new String(documents.get(uri, access), StandardCharsets.UTF_8).strip();
    } catch (IOException | IllegalArgumentException e) {
      throw new TokenFault(what + "error while getting distributed claim JWT: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TokenFault(what + "interrupted");
    }
  }

  private IssuerConfiguration of(String other) {
    return new IssuerConfiguration(other, other + DISCOVERY, issuer.trust(), issuer.audiences());
  }

  private synchronized Provider provider(String other) throws TokenFault {
    Provider known = providers.get(other);
    if (known != null) {
      return known;
    }
    if (!other.startsWith("https://") || providers.size() >= MOST_ISSUERS) {
      throw new TokenFault("verifying untrusted issuer " + GoText.brief(other) + " failed");
    }
    Provider made = new Provider(of(other), clock, told);
    providers.put(other, made);
    return made;
  }

  @Override
  public synchronized void close() {
    providers.values().forEach(Provider::close);
    documents.close();
  }
}
