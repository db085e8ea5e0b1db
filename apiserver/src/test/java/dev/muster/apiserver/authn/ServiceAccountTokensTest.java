package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.muster.apiserver.authn.BoundObjects.Found;
import dev.muster.apiserver.authn.BoundObjects.Kind;
import dev.muster.apiserver.authn.TokenClaims.Ref;
import dev.muster.authz.User;
import dev.muster.testing.SettableClock;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccountTokensTest {
  private static final String ISSUER = "https://kubernetes.default.svc";
  private static final List<String> API = List.of(ISSUER);
  private static final Ref ROBOT = new Ref("robot", "u-robot");

  private final SettableClock clock = new SettableClock(Instant.parse("2026-05-01T12:00:00Z"));
  private final Map<String, Found> objects =
      new HashMap<>(Map.of("SERVICE_ACCOUNT ns robot", alive("u-robot")));
  private final KeyPair key = newKey("EC");
  private final ServiceAccountTokens tokens = tokens(key, key);
  private final BearerTokens bearer = new BearerTokens(List.of(tokens), API);

  private ServiceAccountTokens tokens(KeyPair signing, KeyPair accepted) {
    return new ServiceAccountTokens(
        List.of(ISSUER), API, signing, List.of(accepted.getPublic()), this::find, clock);
  }

  private Optional<Found> find(Kind kind, String namespace, String name) {
    return Optional.ofNullable(objects.get(kind + " " + namespace + " " + name));
  }

  private static Found alive(String uid) {
    return new Found(uid, Optional.empty());
  }

  private static KeyPair newKey(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(algorithm.equals("EC") ? 256 : 2048);
      return generator.generateKeyPair();
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceAccountTokens.Request request() {
    return bound(Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static ServiceAccountTokens.Request bound(
      Optional<Ref> pod, Optional<Ref> secret, Optional<Ref> node) {
    return new ServiceAccountTokens.Request(
        "ns", ROBOT, List.of(), Duration.ofHours(1), pod, secret, node, Optional.empty());
  }

  private static ServiceAccountTokens.Request meantFor(String... audiences) {
    return new ServiceAccountTokens.Request(
        "ns",
        ROBOT,
        List.of(audiences),
        Duration.ofHours(1),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static JsonNode payload(String token) throws Exception {
    return new ObjectMapper().readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
  }

  private String rejection(String token, String... audiences) {
    return bearer.review(token, List.of(audiences)) instanceof TokenResult.Rejected rejected
        ? rejected.why()
        : "accepted";
  }

  @Test
  void carriesTheClaimsOfKubernetes() throws Exception {
    var request =
        new ServiceAccountTokens.Request(
            "ns",
            ROBOT,
            List.of(),
            Duration.ofSeconds(3607),
            Optional.of(new Ref("p", "u-p")),
            Optional.empty(),
            Optional.of(new Ref("n", "u-n")),
            Optional.of(Duration.ofSeconds(3600)));
    ServiceAccountTokens.Issued issued = tokens.issue(request);
    long now = clock.instant().getEpochSecond();
    assertThat(payload(issued.token()).toString())
        .isEqualTo(
            "{\"aud\":[\"https://kubernetes.default.svc\"],\"exp\":"
                + (now + 3607)
                + ",\"iat\":"
                + now
                + ",\"iss\":\"https://kubernetes.default.svc\",\"jti\":\""
                + issued.claims().id()
                + "\",\"kubernetes.io\":{\"namespace\":\"ns\","
                + "\"node\":{\"name\":\"n\",\"uid\":\"u-n\"},\"pod\":{\"name\":\"p\",\"uid\":\"u-p\"},"
                + "\"serviceaccount\":{\"name\":\"robot\",\"uid\":\"u-robot\"},\"warnafter\":"
                + (now + 3600)
                + "},\"nbf\":"
                + now
                + ",\"sub\":\"system:serviceaccount:ns:robot\"}");
    assertThat(issued.toString()).doesNotContain(issued.token());
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void isVerifiedByTheKeysItPublishes(String algorithm) throws Exception {
    KeyPair pair = newKey(algorithm);
    ServiceAccountTokens issuer = tokens(pair, pair);
    JWSObject token = JWSObject.parse(issuer.issue(request()).token());
    JWKSet published = JWKSet.parse(new String(issuer.keySet(), StandardCharsets.UTF_8));
    var jwk = published.getKeyByKeyId(token.getHeader().getKeyID());
    assertThat(
            token.verify(
                new DefaultJWSVerifierFactory()
                    .createJWSVerifier(token.getHeader(), ((AsymmetricJWK) jwk).toPublicKey())))
        .isTrue();
  }

  @Test
  void describesItselfToOpenIdClients() {
    assertThat(
            new String(
                tokens.openIdConfiguration("https://h/openid/v1/jwks"), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"issuer\":\"https://kubernetes.default.svc\",\"jwks_uri\":\"https://h/openid/v1/jwks\","
                + "\"response_types_supported\":[\"id_token\"],\"subject_types_supported\":[\"public\"],"
                + "\"id_token_signing_alg_values_supported\":[\"ES256\"]}");
  }

  @Test
  void standsForTheAccount() {
    ServiceAccountTokens.Issued issued = tokens.issue(request());
    assertThat(bearer.review(issued.token(), List.of()))
        .isEqualTo(
            new TokenResult.Accepted(
                new User(
                    "system:serviceaccount:ns:robot",
                    "u-robot",
                    List.of(
                        "system:serviceaccounts",
                        "system:serviceaccounts:ns",
                        "system:authenticated"),
                    Map.of(
                        "authentication.kubernetes.io/credential-id",
                        List.of("JTI=" + issued.claims().id()))),
                API));
  }

  @Test
  void tellsThePodAndTheNodeItIsBoundTo() {
    objects.put("POD ns p", alive("u-p"));
    Optional<Ref> pod = Optional.of(new Ref("p", "u-p"));
    Optional<Ref> node = Optional.of(new Ref("n", "u-n"));
    String token = tokens.issue(bound(pod, Optional.empty(), node)).token();
    assertThat(bearer.review(token, List.of()))
        .isInstanceOfSatisfying(
            TokenResult.Accepted.class,
            accepted ->
                assertThat(accepted.user().extra())
                    .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
                    .containsEntry("authentication.kubernetes.io/pod-uid", List.of("u-p"))
                    .containsEntry("authentication.kubernetes.io/node-name", List.of("n"))
                    .containsEntry("authentication.kubernetes.io/node-uid", List.of("u-n")));
  }

  @Test
  void isGoodForItsAudiencesOnly() {
    String forVault = tokens.issue(meantFor("vault")).token();
    assertThat(bearer.review(forVault, List.of("vault", "else")))
        .isInstanceOfSatisfying(
            TokenResult.Accepted.class,
            accepted -> assertThat(accepted.audiences()).containsExactly("vault"));
    assertThat(rejection(tokens.issue(request()).token(), "vault"))
        .isEqualTo(
            "[invalid bearer token, token audiences [\"https://kubernetes.default.svc\"] is invalid"
                + " for the target audiences [\"vault\"]]");
  }

  @Test
  void diesWithTheObjectsItIsBoundTo() {
    Optional<Ref> ref = Optional.of(new Ref("x", "u-x"));
    for (Kind kind : List.of(Kind.POD, Kind.SECRET, Kind.NODE)) {
      String at = kind == Kind.NODE ? "NODE  x" : kind + " ns x";
      objects.put(at, alive("u-x"));
      String token =
          tokens
              .issue(
                  bound(
                      kind == Kind.POD ? ref : Optional.empty(),
                      kind == Kind.SECRET ? ref : Optional.empty(),
                      kind == Kind.NODE ? ref : Optional.empty()))
              .token();
      assertThat(rejection(token)).as("%s there", kind).isEqualTo("accepted");
      objects.put(at, alive("other"));
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      assertThat(rejection(token))
          .isEqualTo(
              "[invalid bearer token, %s UID (other) does not match service account %s ref claim (u-x)]"
                  .formatted(name, name));
      objects.put(at, new Found("u-x", Optional.of(clock.instant().minusSeconds(59))));
      assertThat(rejection(token)).as("%s just deleted", kind).isEqualTo("accepted");
      objects.put(at, new Found("u-x", Optional.of(clock.instant().minusSeconds(61))));
      assertThat(rejection(token))
          .isEqualTo("[invalid bearer token, service account token has been invalidated]");
      objects.remove(at);
      assertThat(rejection(token))
          .isEqualTo("[invalid bearer token, service account token has been invalidated]");
    }
  }

  @Test
  void diesWithItsAccount() {
    String token = tokens.issue(request()).token();
    assertThat(rejection(token)).isEqualTo("accepted");
    objects.put("SERVICE_ACCOUNT ns robot", alive("second"));
    assertThat(rejection(token))
        .isEqualTo(
            "[invalid bearer token, service account UID (second) does not match claim (u-robot)]");
    objects.clear();
    assertThat(rejection(token))
        .isEqualTo("[invalid bearer token, serviceaccounts \"robot\" not found]");
  }

  @Test
  void livesAsLongAsItSaysAndAMinute() {
    String token = tokens.issue(request()).token();
    clock.advance(Duration.ofMinutes(61));
    assertThat(rejection(token)).isEqualTo("accepted");
    clock.advance(Duration.ofSeconds(1));
    assertThat(rejection(token))
        .isEqualTo("[invalid bearer token, service account token has expired]");
    clock.advance(Duration.ofHours(-3));
    assertThat(rejection(token))
        .isEqualTo("[invalid bearer token, service account token is not valid yet]");
  }

  @Test
  void isRejectedWhenDamaged() {
    String token = tokens.issue(request()).token();
    assertThat(rejection(token + "x"))
        .isEqualTo("[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]");
    String[] parts = token.split("\\.");
    String forged =
        new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
            .replace("robot", "admin");
    String payload =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(forged.getBytes(StandardCharsets.UTF_8));
    assertThat(rejection(parts[0] + "." + payload + "." + parts[2]))
        .isEqualTo("[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]");
    String unsigned =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
    assertThat(rejection(unsigned + "." + parts[1] + ".")).isEqualTo("invalid bearer token");
  }

  @Test
  void isRejectedWhenSignedByAStranger() {
    KeyPair stranger = newKey("EC");
    assertThat(rejection(tokens(stranger, stranger).issue(request()).token()))
        .isEqualTo("[invalid bearer token, invalid signature, no keys found]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "no-such-token", "a.b.c", "..", "{\"a\":1}", "e30.e30.e30"})
  void whatIsNoTokenIsUnknown(String text) {
    assertThat(rejection(text)).isEqualTo("invalid bearer token");
  }
}
