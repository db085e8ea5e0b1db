package dev.muster.apiserver.authn;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JWSObject;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Issues and checks the tokens of service accounts. Thread-safe. */
public final class ServiceAccountTokens implements TokenAuthenticator {
  private static final int LONGEST = 16 * 1024;
  private static final int REMEMBERED = 4096;

  private final List<String> issuers;
  private final List<String> apiAudiences;
  private final SigningKeys keys;
  private final TokenLife life;
  private final Clock clock;

  /** Tokens whose signature was found good; all else is checked each time. */
  private final Map<TokenDigest, TokenClaims> signed = new ConcurrentHashMap<>();

  /**
   * @param issuers {@code --service-account-issuer}: the first issues, all are accepted
   * @param apiAudiences whom tokens are meant for when nobody says otherwise
   * @param signing what tokens are signed with
   * @param accepted what tokens may be signed with
   */
  public ServiceAccountTokens(
      List<String> issuers,
      List<String> apiAudiences,
      KeyPair signing,
      List<PublicKey> accepted,
      BoundObjects objects,
      Clock clock) {
    this.issuers = List.copyOf(issuers);
    this.apiAudiences = List.copyOf(apiAudiences);
    this.keys = new SigningKeys(signing, accepted);
    this.life = new TokenLife(objects);
    this.clock = clock;
  }

  /** What a new token is for and bound to; audiences may be empty for those of the server. */
  public record Request(
      String namespace,
      TokenClaims.Ref account,
      List<String> audiences,
      Duration lifetime,
      Optional<TokenClaims.Ref> pod,
      Optional<TokenClaims.Ref> secret,
      Optional<TokenClaims.Ref> node,
      Optional<Duration> warnAfter) {}

  /** A new token; its text is a secret. */
  public record Issued(String token, TokenClaims claims) {
    @Override
    public String toString() {
      return "Issued[" + claims.id() + "]";
    }
  }

  public Issued issue(Request request) {
    Instant now = Instant.ofEpochSecond(clock.instant().getEpochSecond());
    TokenClaims claims =
        new TokenClaims(
            issuers.getFirst(),
            UUID.randomUUID().toString(),
            request.audiences().isEmpty() ? apiAudiences : request.audiences(),
            now,
            now,
            now.plus(request.lifetime()),
            request.namespace(),
            request.account(),
            request.pod(),
            request.secret(),
            request.node(),
            request.warnAfter().map(now::plus));
    return new Issued(keys.sign(claims.toJson().toString()), claims);
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    TokenDigest digest = TokenDigest.of(token);
    TokenClaims claims = signed.get(digest);
    if (claims == null) {
      JWSObject parsed = parse(token);
      claims = parsed == null ? null : claims(parsed);
      if (parsed == null || claims == null || !issuers.contains(claims.issuer())) {
        return new TokenResult.Unknown();
      }
      if (!keys.known(parsed)) {
        return new TokenResult.Rejected("invalid signature, no keys found");
      }
      if (!keys.signed(parsed)) {
        return new TokenResult.Rejected("go-jose/go-jose: error in cryptographic primitive");
      }
      remember(digest, claims);
    }
    List<String> meantFor = claims.audiences().isEmpty() ? apiAudiences : claims.audiences();
    List<String> good = meantFor.stream().filter(audiences::contains).toList();
    if (good.isEmpty()) {
      return new TokenResult.Rejected(
          "token audiences "
              + quoted(meantFor)
              + " is invalid for the target audiences "
              + quoted(audiences));
    }
    Optional<String> dead = life.whyDead(claims, clock.instant());
    return dead.isPresent()
        ? new TokenResult.Rejected(dead.get())
        : new TokenResult.Accepted(TokenLife.user(claims), good);
  }

  private void remember(TokenDigest digest, TokenClaims claims) {
    if (signed.size() >= REMEMBERED) {
      signed.clear();
    }
    signed.put(digest, claims);
  }

  private static @Nullable JWSObject parse(String token) {
    try {
      return token.length() > LONGEST ? null : JWSObject.parse(token);
    } catch (ParseException e) {
      return null;
    }
  }

  private static @Nullable TokenClaims claims(JWSObject token) {
    try {
      return TokenClaims.of(Trees.parse(token.getPayload().toBytes()));
    } catch (IOException e) {
      return null;
    }
  }

  private static String quoted(List<String> audiences) {
    return audiences.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
  }

  /** The document at {@code /openid/v1/jwks}. */
  public byte[] keySet() {
    return keys.keySet().toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The document at {@code /.well-known/openid-configuration}.
   *
   * @param keySetUrl where {@link #keySet} is served
   */
  public byte[] openIdConfiguration(String keySetUrl) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("issuer", issuers.getFirst()).put("jwks_uri", keySetUrl);
    document.putArray("response_types_supported").add("id_token");
    document.putArray("subject_types_supported").add("public");
    var algorithms = document.putArray("id_token_signing_alg_values_supported");
    keys.algorithms().forEach(algorithms::add);
    return document.toString().getBytes(StandardCharsets.UTF_8);
  }
}
