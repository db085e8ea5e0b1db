package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import dev.muster.apiserver.authn.TokenResult;
import dev.muster.pki.Pem;
import dev.muster.testing.SettableClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens that nobody should take. */
class HostileIdTokensTest {
  private static final String MAPPING = "  claimMappings: {username: {claim: sub, prefix: ''}}";

  @TempDir private Path directory;
  private final SettableClock clock = new SettableClock(Instant.now());
  private TestProvider provider;
  private Judged judged;

  @BeforeEach
  void start() throws Exception {
    provider = TestProvider.start(directory);
    judged = Judged.by(provider, directory, MAPPING, clock).ready();
  }

  @AfterEach
  void stop() {
    judged.close();
    provider.close();
  }

  private String good() throws Exception {
    return provider.token("jane", t -> {});
  }

  private static String withHeader(String token, String header) {
    String[] parts = token.split("\\.");
    return Base64URL.encode(header) + "." + parts[1] + "." + parts[2];
  }

  @Test
  void withoutASignature() throws Exception {
    String none = withHeader(good(), "{\"alg\":\"none\"}");
    String expected =
        "oidc: verify token: oidc: id token signed with unsupported algorithm, expected"
            + " [\"ES256\" \"ES384\" \"ES512\" \"PS256\" \"PS384\" \"PS512\" \"RS256\" \"RS384\""
            + " \"RS512\"] got \"none\"";
    assertThat(judged.refusal(none)).isEqualTo(expected);
    assertThat(judged.refusal(none.substring(0, none.lastIndexOf('.') + 1))).isEqualTo(expected);
    assertThat(judged.refusal(withHeader(good(), "{\"alg\":\"None\"}"))).contains("got \"None\"");
    assertThat(judged.refusal(withHeader(good(), "{}"))).contains("got \"\"");
  }

  @Test
  void signedWithThePublicKeyAsASecret() throws Exception {
    RSAKey key = ((RSAKey) provider.key("first")).toPublicJWK();
    List<byte[]> secrets =
        List.of(
            Pem.of(key.toRSAPublicKey()).getBytes(StandardCharsets.UTF_8),
            key.toRSAPublicKey().getEncoded(),
            key.toJSONString().getBytes(StandardCharsets.UTF_8));
    for (byte[] secret : secrets) {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
              SignedJWT.parse(good()).getJWTClaimsSet());
      token.sign(new MACSigner(secret));
      assertThat(judged.refusal(token.serialize())).contains("unsupported algorithm");
    }
  }

  @Test
  void signedWithAKeyOfTheTokensOwn() throws Exception {
    RSAKey own = new RSAKeyGenerator(2048).keyID("first").generate();
    assertThat(judged.refusal(provider.token("admin", own, t -> {})))
        .isEqualTo(
            "oidc: verify token: failed to verify signature: failed to verify id token signature");
    SignedJWT carried =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).jwk(own.toPublicJWK()).build(),
            SignedJWT.parse(good()).getJWTClaimsSet());
    carried.sign(new com.nimbusds.jose.crypto.RSASSASigner(own));
    assertThat(judged.refusal(carried.serialize())).contains("failed to verify");
  }

  @Test
  void changedOrOfAnotherAlgorithm() throws Exception {
    String token = good();
    String[] parts = token.split("\\.");
    String forged = new Base64URL(parts[1]).decodeToString().replace("jane", "root");
    assertThat(judged.refusal(parts[0] + "." + Base64URL.encode(forged) + "." + parts[2]))
        .contains("failed to verify id token signature");
    assertThat(judged.refusal(withHeader(token, "{\"alg\":\"ES256\",\"kid\":\"first\"}")))
        .contains("failed to verify id token signature");
    assertThat(
            judged.refusal(
                withHeader(token, "{\"alg\":\"RS256\",\"kid\":\"first\",\"crit\":[\"exp\"]}")))
        .contains("malformed jwt");
  }

  @Test
  void withAnyOneCharacterChanged() throws Exception {
    String token = good();
    for (int i = 0; i < token.length() - 1; i++) {
      for (char other : new char[] {'A', '.', '!'}) {
        if (token.charAt(i) != other) {
          String changed = token.substring(0, i) + other + token.substring(i + 1);
          assertThat(judged.result(changed))
              .as("at %s", i)
              .isNotInstanceOf(TokenResult.Accepted.class);
        }
      }
    }
  }

  @Test
  void outsideTheirTime() throws Exception {
    Instant now = clock.instant();
    assertThat(
            judged.refusal(
                provider.token(
                    "jane",
                    t -> t.expirationTime(Date.from(Instant.ofEpochSecond(1_000_000_000))))))
        .isEqualTo(
            "oidc: verify token: oidc: token is expired (Token Expiry: 2001-09-09 01:46:40 +0000"
                + " UTC)");
    assertThat(judged.refusal(provider.token("jane", t -> t.expirationTime(null))))
        .contains("token is expired (Token Expiry: 0001-01-01 00:00:00 +0000 UTC)");
    assertThat(
            judged.refusal(
                provider.token("jane", t -> t.notBeforeTime(Date.from(now.plusSeconds(90))))))
        .contains("before the nbf (not before) time");
    judged.user(provider.token("jane", t -> t.notBeforeTime(Date.from(now.plusSeconds(30)))));
    String token = good();
    judged.user(token);
    clock.advance(Duration.ofHours(2));
    assertThat(judged.refusal(token)).contains("token is expired");
  }

  @Test
  void forSomebodyElseOrFromSomebodyElse() throws Exception {
    assertThat(judged.refusal(provider.token("jane", t -> t.audience("other"))))
        .isEqualTo("oidc: verify token: oidc: expected audience \"muster\" got [\"other\"]");
    assertThat(judged.result(provider.token("jane", t -> t.issuer("https://other"))))
        .isInstanceOf(TokenResult.Unknown.class);
    assertThat(judged.result(provider.token("jane", t -> t.issuer(null))))
        .isInstanceOf(TokenResult.Unknown.class);
    for (String nonsense :
        List.of("", "a", "a.b", "a.b.c", "...", "a.b.c.d", "é.é.é", ".".repeat(300_000))) {
      assertThat(judged.result(nonsense)).isInstanceOf(TokenResult.Unknown.class);
    }
  }

  @Test
  void keysRotate() throws Exception {
    judged.user(good());
    clock.advance(ProviderKeys.PAUSE);
    JWK second = provider.addCurveKey("second");
    assertThat(judged.user(provider.token("jane", second, t -> {})).name()).isEqualTo("jane");
    String old = good();
    judged.user(old);
    provider.removeKey("first");
    clock.advance(ProviderKeys.FRESH.plusSeconds(1));
    int before = provider.keyFetches();
    String fresh = provider.token("jane", second, t -> {});
    judged.user(fresh);
    Judged.await(() -> provider.keyFetches() > before);
    Judged.await(() -> judged.result(old) instanceof TokenResult.Rejected);
  }

  @Test
  void thousandsOfUnknownKeysCostOneFetchAndNobodyElseAnything() throws Exception {
    String token = good();
    judged.user(token);
    int before = provider.keyFetches();
    for (int i = 0; i < 5_000; i++) {
      String unknown = withHeader(token, "{\"alg\":\"RS256\",\"kid\":\"k" + i + "\"}");
      assertThat(judged.refusal(unknown)).contains("failed to verify id token signature");
    }
    assertThat(provider.keyFetches() - before).isLessThanOrEqualTo(1);
    assertThat(judged.user(token).name()).isEqualTo("jane");
    JWK next = provider.addKey("next");
    clock.advance(ProviderKeys.PAUSE);
    assertThat(judged.user(provider.token("jane", next, t -> {})).name()).isEqualTo("jane");
  }
}
