package dev.muster.apiserver.authn.jwt;

import static dev.muster.apiserver.authn.jwt.TestProvider.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers that hang, flood or send elsewhere: the keys that were known stay known. */
class HostileProviderTest {
  private static final String MAPPING = "  claimMappings: {username: {claim: sub, prefix: ''}}";

  @TempDir private Path directory;
  private final SettableClock clock = new SettableClock(Instant.now());
  private TestProvider provider;

  @BeforeEach
  void start() throws Exception {
    provider = TestProvider.start(directory);
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private Judged judged() throws IOException {
    return Judged.by(provider, directory, MAPPING, clock);
  }

  private static void flood(OutputStream out) throws IOException {
    byte[] block = new byte[1 << 16];
    for (int i = 0; i < 1 << 14; i++) {
      out.write(block);
    }
  }

  @Test
  void keysThatNeverEndAreCutOff() throws Exception {
    try (Judged judged = judged().ready()) {
      String known = provider.token("jane", t -> {});
      judged.user(known);
      clock.advance(ProviderKeys.PAUSE);
      provider.answerKeys(
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            flood(exchange.getResponseBody());
          });
      JWK next = provider.addKey("next");
      assertThat(judged.refusal(provider.token("jane", next, t -> {})))
          .contains("the answer is longer than 1048576 bytes");
      assertThat(judged.user(known).name()).isEqualTo("jane");
    }
  }

  @Test
  void whileAProviderHangsKnownKeysAreGoodAndFewWait() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    try (Judged judged = judged().ready()) {
      String known = provider.token("jane", t -> {});
      judged.user(known);
      clock.advance(ProviderKeys.PAUSE);
      JWK next = provider.addKey("next");
      provider.answerKeys(
          exchange -> {
            try {
              hanging.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            send(exchange, 200, "{\"keys\": []}");
          });
      String unknown = provider.token("jane", next, t -> {});
      AtomicInteger turnedAway = new AtomicInteger();
      List<Thread> strangers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        strangers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      if (judged.refusal(unknown).contains("too many wait")) {
                        turnedAway.incrementAndGet();
                      }
                    }));
      }
      Judged.await(() -> turnedAway.get() >= 100);
      assertThat(judged.user(known).name()).isEqualTo("jane");
      hanging.countDown();
      for (Thread stranger : strangers) {
        stranger.join();
      }
      assertThat(provider.keyFetches()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    provider.answerDiscovery(
        exchange -> {
          exchange.getResponseHeaders().add("Location", "https://127.0.0.1:1/elsewhere");
          send(exchange, 302, "");
        });
    try (Judged judged = judged()) {
      Judged.await(() -> judged.problem().contains("302: redirects are not followed"));
      assertThat(judged.refusal(provider.token("jane", t -> {})))
          .isEqualTo("oidc: authenticator not initialized");
    }
  }

  @Test
  void documentsOfSomebodyElseOrNoDocumentsAreNotTaken() throws Exception {
    provider.answerDiscovery(
        exchange -> send(exchange, 200, provider.document("https://elsewhere")));
    try (Judged judged = judged()) {
      Judged.await(
          () ->
              judged
                  .problem()
                  .endsWith(
                      "oidc: issuer did not match the issuer returned by provider, expected \""
                          + provider.url()
                          + "\" got \"https://elsewhere\""));
    }
    provider.answerDiscovery(exchange -> send(exchange, 200, "[".repeat(100_000)));
    try (Judged judged = judged()) {
      Judged.await(() -> judged.problem().contains("failed to decode provider discovery object"));
    }
    provider.answerDiscovery(
        exchange ->
            send(
                exchange,
                200,
                provider
                    .document(provider.url())
                    .replace(provider.url() + "/keys", "http://a/keys")));
    try (Judged judged = judged()) {
      Judged.await(() -> judged.problem().contains("jwks_uri must be https"));
    }
  }

  @Test
  void oddKeysAreAsIfTheyWereNotThere() throws Exception {
    String first = provider.key("first").toPublicJWK().toJSONString();
    String huge =
        "{\"kty\":\"RSA\",\"kid\":\"first\",\"e\":\"AQAB\",\"n\":\"" + "_".repeat(5000) + "\"}";
    String secret = "{\"kty\":\"oct\",\"kid\":\"first\",\"k\":\"c2VjcmV0\"}";
    provider.answerKeys(
        exchange ->
            send(
                exchange,
                200,
                "{\"keys\": [" + huge + "," + secret + ",5,{\"kty\":\"odd\"}," + first + "]}"));
    try (Judged judged = judged().ready()) {
      assertThat(judged.user(provider.token("jane", t -> {})).name()).isEqualTo("jane");
    }
  }

  @Test
  void aProviderOfAnotherAuthorityIsNotTrusted() throws Exception {
    Path elsewhere = java.nio.file.Files.createDirectory(directory.resolve("other"));
    try (TestProvider other = TestProvider.start(elsewhere);
        Judged judged =
            Judged.of(
                """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AuthenticationConfiguration
                jwt:
                - issuer:
                    url: %s
                    audiences: [muster]
                    certificateAuthority: |
                      %s
                %s
                """
                    .formatted(
                        provider.url(), other.authority().replace("\n", "\n      "), MAPPING),
                directory,
                clock)) {
      Judged.await(() -> judged.problem().contains("PKIX path"));
      assertThat(judged.refusal(provider.token("jane", t -> {}))).contains("not initialized");
    }
  }
}
