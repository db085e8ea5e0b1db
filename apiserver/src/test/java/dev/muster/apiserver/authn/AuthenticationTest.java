package dev.muster.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.request.FakeExchange;
import dev.muster.authz.User;
import dev.muster.pki.Identity;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationTest {
  private static final List<String> API = List.of("api");

  @TempDir Path directory;
  private final SettableClock clock = new SettableClock(Instant.parse("2026-05-01T12:00:00Z"));
  private Pki pki;
  private TokenFile file;
  private Authenticator chain;

  @BeforeEach
  void start() throws IOException {
    pki = Pki.open(PkiOptions.in(directory.resolve("own")), clock);
    file = tokenFile("t0ken,alice,u1,\"dev,ops\"\nsecond,bob,\n");
    chain = chain(true);
  }

  private Authenticator chain(boolean anonymous) {
    return new AuthenticatorChain(
        List.of(
            new ClientCertificates(pki.clientAuthorities(), clock),
            new BearerTokens(List.of(file), API)),
        anonymous);
  }

  private TokenFile tokenFile(String text) throws IOException {
    return TokenFile.read(Files.writeString(directory.resolve("tokens.csv"), text), API);
  }

  private Result bearer(String header) {
    return chain.authenticate(new FakeExchange().with("Authorization", header));
  }

  private static Result known(String name, String uid, String... groups) {
    return new Result.Authenticated(new User(name, uid, List.of(groups), Map.of()));
  }

  @Test
  void tokensOfTheFileStandForTheirUsers() {
    assertThat(bearer("Bearer t0ken"))
        .isEqualTo(known("alice", "u1", "dev", "ops", "system:authenticated"));
    assertThat(bearer("bearer second")).isEqualTo(known("bob", "", "system:authenticated"));
  }

  @Test
  void unknownTokensAreRefused() {
    assertThat(bearer("Bearer wrong")).isEqualTo(new Result.Refused("invalid bearer token"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic YTpi", "t0ken", "Bearer  t0ken"})
  void whatIsNoBearerTokenIsNoCredential(String header) {
    assertThat(bearer(header)).isEqualTo(known("system:anonymous", "", "system:unauthenticated"));
  }

  @Test
  void strangersAreAnonymousOnlyWhereThatIsAllowed() {
    assertThat(chain(true).authenticate(new FakeExchange()))
        .isEqualTo(known("system:anonymous", "", "system:unauthenticated"));
    assertThat(chain(false).authenticate(new FakeExchange())).isEqualTo(new Result.NoCredentials());
  }

  @Test
  void tokensOfTheFileAreMeantForTheServerOnly() {
    BearerTokens tokens = new BearerTokens(List.of(file), API);
    assertThat(tokens.review("t0ken", List.of("api", "other")))
        .isInstanceOfSatisfying(
            TokenResult.Accepted.class,
            accepted -> assertThat(accepted.audiences()).containsExactly("api"));
    assertThat(tokens.review("t0ken", List.of("other")))
        .isEqualTo(new TokenResult.Rejected("invalid bearer token"));
  }

  @Test
  void everyBadLineOfATokenFileIsReported() {
    assertThatThrownBy(
            () ->
                tokenFile(
                    "ok,user,uid\n\nonly,two\n,name,uid\nok,again,uid\nx,,u\n\"open,a,b\na\"b,c,d\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .satisfies(
            message ->
                assertThat(message.replace(directory.resolve("tokens.csv").toString(), "f").lines())
                    .containsExactlyInAnyOrder(
                        "f:3: must have at least 3 columns (token, user name, user uid), found 2",
                        "f:4: the token is empty",
                        "f:5: the token was given before",
                        "f:6: the user name is empty",
                        "f:7: a quoted field has no closing quote",
                        "f:8: there is a quote inside a field without quotes"));
  }

  @Test
  void quotesInTokenFilesAreDoubled() throws IOException {
    file = tokenFile("t,\"the \"\"one\"\"\",u,\"g, h\"\r\n");
    chain = chain(true);
    assertThat(bearer("Bearer t"))
        .isEqualTo(known("the \"one\"", "u", "g", "h", "system:authenticated"));
  }

  @Test
  void certificatesStandForTheirSubject() {
    Identity client = pki.newClient("carol, the \"first\"", List.of("b", "a+c"));
    assertThat(chain.authenticate(new FakeExchange().with(client.chain())))
        .isInstanceOfSatisfying(
            Result.Authenticated.class,
            result -> {
              assertThat(result.user().name()).isEqualTo("carol, the \"first\"");
              assertThat(result.user().groups())
                  .containsExactly("b", "a+c", "system:authenticated");
              assertThat(result.user().extra().get("authentication.kubernetes.io/credential-id"))
                  .singleElement()
                  .asString()
                  .matches("X509SHA256=[0-9a-f]{64}");
            });
  }

  @Test
  void theAdminIsAMaster() {
    assertThat(chain.authenticate(new FakeExchange().with(pki.admin().chain())))
        .isInstanceOfSatisfying(
            Result.Authenticated.class,
            result ->
                assertThat(result.user().groups())
                    .containsExactly("system:masters", "system:authenticated"));
  }

  @Test
  void certificatesOfStrangersAreRefused() {
    Pki other = Pki.open(PkiOptions.in(directory.resolve("other")), clock);
    FakeExchange request = new FakeExchange().with(other.admin().chain());
    assertThat(chain.authenticate(request)).isInstanceOf(Result.Refused.class);
    assertThat(chain.authenticate(request.with("Authorization", "Bearer t0ken")))
        .as("another credential still counts")
        .isEqualTo(known("alice", "u1", "dev", "ops", "system:authenticated"));
  }

  @Test
  void expiredCertificatesAreRefusedEvenWhenKnownBefore() {
    FakeExchange request = new FakeExchange().with(pki.newClient("dave", List.of()).chain());
    assertThat(chain.authenticate(request)).isInstanceOf(Result.Authenticated.class);
    clock.advance(Duration.ofDays(366));
    assertThat(chain.authenticate(request))
        .isInstanceOfSatisfying(
            Result.Refused.class,
            refused -> assertThat(refused.why()).contains("certificate has expired"));
  }

  @Test
  void servingCertificatesAreNoClients() throws Exception {
    assertThat(
            chain.authenticate(
                new FakeExchange().with(ServingCertificate.in(directory.resolve("own")))))
        .isInstanceOfSatisfying(
            Result.Refused.class,
            refused ->
                assertThat(refused.why())
                    .endsWith("certificate specifies an incompatible key usage"));
  }
}
