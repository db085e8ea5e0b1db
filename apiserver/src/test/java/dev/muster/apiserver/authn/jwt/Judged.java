package dev.muster.apiserver.authn.jwt;

import dev.muster.apiserver.authn.TokenResult;
import dev.muster.apiserver.authn.config.AuthenticationConfigReader;
import dev.muster.apiserver.authn.config.OidcFlags;
import dev.muster.authz.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The authenticators of a configuration, and what they say of tokens. */
final class Judged implements AutoCloseable {
  static final JwtObserver NOBODY =
      new JwtObserver() {
        @Override
        public void judged(String issuer, boolean accepted, Duration took) {}

        @Override
        public void keysFetched(String issuer, byte[] keySet) {}

        @Override
        public void keysNotFetched(String issuer) {}
      };

  private static final List<String> API = List.of("api");

  private final JwtAuthenticators authenticators;

  private Judged(JwtAuthenticators authenticators) {
    this.authenticators = authenticators;
  }

  /** By a configuration whose one issuer is the provider. */
  static Judged by(TestProvider provider, Path directory, String rest, InstantSource clock)
      throws IOException {
    return of(
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
            .formatted(provider.url(), provider.authority().replace("\n", "\n      "), rest),
        directory,
        clock);
  }

  static Judged of(String configuration, Path directory, InstantSource clock) throws IOException {
    Path file = Files.writeString(Files.createTempFile(directory, "authn", ".yaml"), configuration);
    return new Judged(
        new JwtAuthenticators(
            new AuthenticationConfigReader(List.of()).read(file).configuration(),
            OidcFlags.ALL_ALGORITHMS,
            API,
            clock,
            NOBODY));
  }

  /** Waits until the issuers were reached. */
  Judged ready() {
    await(() -> authenticators.problem().isEmpty());
    return this;
  }

  String problem() {
    return authenticators.problem().orElse("");
  }

  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it did not happen");
      }
      Thread.onSpinWait();
    }
  }

  TokenResult result(String token) {
    return authenticators.authenticate(token, API);
  }

  User user(String token) {
    return switch (result(token)) {
      case TokenResult.Accepted accepted -> accepted.user();
      case TokenResult.Unknown unknown -> throw new AssertionError("unknown");
      case TokenResult.Rejected rejected -> throw new AssertionError(rejected.why());
    };
  }

  String refusal(String token) {
    return switch (result(token)) {
      case TokenResult.Accepted accepted -> throw new AssertionError(accepted.user().toString());
      case TokenResult.Unknown unknown -> "";
      case TokenResult.Rejected rejected -> rejected.why();
    };
  }

  @Override
  public void close() {
    authenticators.close();
  }
}
