package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.certificates.TestChain;
import dev.muster.apiserver.request.FakeExchange;
import dev.muster.pki.Pki;
import dev.muster.testing.SettableClock;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Client certificates whose chain is not good at the moment: no link of it may be out of date. */
class HostileCertificatesTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static ClientCertificates trusting(Clock clock, X509Certificate... authorities) {
    return new ClientCertificates(List.of(authorities), clock);
  }

  private static Result present(ClientCertificates judge, X509Certificate... chain) {
    return judge.authenticate(new FakeExchange().with(List.of(chain)));
  }

  /** Days from now at which each begins and ends. */
  @ParameterizedTest(name = "root {0}..{1}, intermediate {2}..{3}, own {4}..{5}: {6}")
  @CsvSource({
    "-10, 10, -10, 10, -10, 10, true",
    "-10, -1, -10, 10, -10, 10, false",
    "1, 10, -10, 10, -10, 10, false",
    "-10, 10, -10, -1, -10, 10, false",
    "-10, 10, 1, 10, -10, 10, false",
    "-10, 10, -10, 10, -10, -1, false",
    "-10, 10, -10, 10, 1, 10, false",
  })
  void countsOnlyWhileEveryLinkIsValid(
      int root, int rootEnd, int middle, int middleEnd, int own, int ownEnd, boolean good) {
    TestChain authority = TestChain.root("root", day(root), day(rootEnd));
    TestChain intermediate = authority.authority("middle", day(middle), day(middleEnd));
    X509Certificate client = intermediate.client("mallory", day(own), day(ownEnd));
    Result result =
        present(
            trusting(new SettableClock(NOW), authority.certificate()),
            client,
            intermediate.certificate());
    assertThat(result instanceof Result.Authenticated).isEqualTo(good);
  }

  private static Instant day(int offset) {
    return NOW.plus(Duration.ofDays(offset));
  }

  @Test
  void oneThatWasGoodStopsBeingSoWithItsAuthority() {
    SettableClock clock = new SettableClock(NOW);
    TestChain authority = TestChain.root("root", day(-10), NOW.plusSeconds(60));
    ClientCertificates judge = trusting(clock, authority.certificate());
    X509Certificate client = authority.client("mallory", day(-1), day(10));
    assertThat(present(judge, client)).isInstanceOf(Result.Authenticated.class);
    clock.advance(Duration.ofSeconds(61));
    assertThat(present(judge, client)).isInstanceOf(Result.Refused.class);
  }

  /** An authority that was renewed with the same name and key: the newer one vouches on. */
  @Test
  void anExpiredAuthorityDoesNotShadowItsSuccessor() {
    TestChain old = TestChain.root("root", day(-10), day(-1));
    TestChain renewed = old.renewed(day(-2), day(10));
    X509Certificate client = old.client("alice", day(-5), day(5));
    assertThat(
            present(
                trusting(new SettableClock(NOW), old.certificate(), renewed.certificate()), client))
        .isInstanceOf(Result.Authenticated.class);
  }

  /** What a node gets to see when it names an API server's address as its own opens nothing. */
  @Test
  void theOneForTheWayToNodesIsNoneForAnApiServer() {
    TestChain authority = TestChain.root("root", day(-10), day(10));
    assertThat(
            present(
                trusting(new SettableClock(NOW), authority.certificate()),
                authority.client(Pki.NODE_CLIENT, day(-5), day(5))))
        .isInstanceOf(Result.Refused.class);
  }

  /** The authority itself is no client, and sending it along makes no difference. */
  @Test
  void anExpiredAuthorityThatIsSentAlongIsNoneEither() {
    TestChain authority = TestChain.root("root", day(-10), day(-1));
    X509Certificate client = authority.client("mallory", day(-5), day(5));
    assertThat(
            present(
                trusting(new SettableClock(NOW), authority.certificate()),
                client,
                authority.certificate()))
        .isInstanceOf(Result.Refused.class);
  }
}
