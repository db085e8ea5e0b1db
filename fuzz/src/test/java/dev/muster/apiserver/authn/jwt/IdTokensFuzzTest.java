package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.apiserver.authn.config.IssuerConfiguration;
import dev.muster.pki.Trust;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A text, taken for an issuer's token: whatever it is, nobody without the key made it. */
class IdTokensFuzzTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));
  private static final IdTokenVerifier VERIFIER =
      new IdTokenVerifier(
          new IssuerConfiguration(
              "https://issuer", "https://issuer/d", new Trust.Anyone(), List.of("muster")),
          List.of("RS256", "ES256"),
          CLOCK);

  private static ProviderKeys keys() {
    return new ProviderKeys(
        "https://issuer",
        URI.create("https://issuer/keys"),
        uri -> "{\"keys\":[]}".getBytes(StandardCharsets.UTF_8),
        CLOCK,
        new Deaf());
  }

  @FuzzTest
  void isRefused(byte[] input) {
    String token = new String(input, StandardCharsets.ISO_8859_1);
    Optional<Claims> claims = Claims.unverified(token);
    if (claims.isEmpty()) {
      return;
    }
    Optional<String> refusal = Optional.empty();
    try {
      VERIFIER.verify(token, claims.get(), keys());
    } catch (TokenFault e) {
      refusal = Optional.of(e.why());
    }
    assertThat(refusal).isPresent();
  }

  /** Nobody is told anything. */
  private static final class Deaf implements JwtObserver {
    @Override
    public void judged(String issuer, boolean accepted, Duration took) {}

    @Override
    public void keysFetched(String issuer, byte[] keySet) {}

    @Override
    public void keysNotFetched(String issuer) {}
  }
}
