package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.util.Base64URL;
import dev.muster.apiserver.authn.config.IssuerConfiguration;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Whether an issuer made a token, for us, and for now. */
final class IdTokenVerifier {
  private static final String MALFORMED = "oidc: malformed jwt";
  private static final Duration LEEWAY = Duration.ofMinutes(1);
  private static final Instant NEVER = Instant.parse("0001-01-01T00:00:00Z");
  private static final long LAST_SECOND = 253_402_300_799L;
  private static final DateTimeFormatter GO_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss '+0000 UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final IssuerConfiguration issuer;
  private final List<String> algorithms;
  private final InstantSource clock;

  /**
   * @param algorithms that tokens may be signed with; never one without a key pair
   */
  IdTokenVerifier(IssuerConfiguration issuer, List<String> algorithms, InstantSource clock) {
    this.issuer = issuer;
    this.algorithms = List.copyOf(algorithms);
    this.clock = clock;
  }

  /**
   * @param claims those of the token
   */
  void verify(String token, Claims claims, ProviderKeys keys) throws TokenFault {
    JWSObject parsed = parsed(token);
    try {
      keys.verify(parsed);
    } catch (TokenFault e) {
      throw new TokenFault("failed to verify signature: " + e.why());
    }
    checkAudience(claims);
    checkTimes(claims);
  }

  private JWSObject parsed(String token) throws TokenFault {
    String algorithm = algorithm(token);
    if (!algorithms.contains(algorithm)) {
      throw new TokenFault(
          "oidc: id token signed with unsupported algorithm, expected %s got %s"
              .formatted(GoText.list(algorithms), GoText.brief(algorithm)));
    }
    JWSObject parsed;
    try {
      parsed = JWSObject.parse(token);
    } catch (ParseException | RuntimeException e) {
      throw new TokenFault(MALFORMED);
    }
    JWSHeader header = parsed.getHeader();
    if (header.getCriticalParams() != null || !header.isBase64URLEncodePayload()) {
      throw new TokenFault(MALFORMED + ": unsupported crit header");
    }
    return parsed;
  }

  /** The one that the token names; it is looked at before anything else of the token is. */
  private static String algorithm(String token) throws TokenFault {
    try {
      byte[] header = new Base64URL(token.substring(0, token.indexOf('.'))).decode();
      return Trees.parse(header).path("alg").asText();
    } catch (IOException | RuntimeException e) {
      throw new TokenFault(MALFORMED);
    }
  }

  private void checkAudience(Claims claims) throws TokenFault {
    List<String> meantFor = claims.texts("aud");
    if (meantFor.stream().anyMatch(issuer.audiences()::contains)) {
      return;
    }
    List<String> expected = issuer.audiences();
    throw new TokenFault(
        "oidc: expected audience "
            + (expected.size() == 1
                ? GoText.quote(expected.getFirst())
                : "in " + GoText.list(List.copyOf(new TreeSet<>(expected))))
            + " got "
            + GoText.list(meantFor));
  }

  private void checkTimes(Claims claims) throws TokenFault {
    Instant now = clock.instant();
    Instant expires = time(claims, "exp");
    if (expires.isBefore(now)) {
      throw new TokenFault(
          "oidc: token is expired (Token Expiry: " + GO_TIME.format(expires) + ")");
    }
    Instant notBefore = time(claims, "nbf");
    if (now.plus(LEEWAY).isBefore(notBefore)) {
      throw new TokenFault(
          "oidc: current time %s before the nbf (not before) time: %s"
              .formatted(GO_TIME.format(now), GO_TIME.format(notBefore)));
    }
  }

  private static Instant time(Claims claims, String claim) throws TokenFault {
    JsonNode seconds = claims.tree().path(claim);
    if (seconds.isMissingNode() || seconds.isNull()) {
      return NEVER;
    }
    if (!seconds.isNumber()) {
      throw new TokenFault("oidc: failed to unmarshal claims: " + claim + " is not a number");
    }
    return Instant.ofEpochSecond(Math.clamp((long) seconds.doubleValue(), 0, LAST_SECOND));
  }
}
