package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups that a token does not hold itself, but says where they are. */
@Timeout(60)
class DistributedClaimsTest {
  private static TestProvider provider;
  private static Judged judged;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    provider = TestProvider.start(directory);
    judged =
        Judged.by(
                provider,
                directory,
                """
                  claimMappings:
                    username: {claim: sub, prefix: ""}
                    groups: {claim: groups, prefix: "g:"}
                """,
                InstantSource.system())
            .ready();
    String groups = provider.token("j", t -> t.claim("groups", List.of("dev", "ops")));
    provider.answerAt(
        "/groups",
        exchange ->
            TestProvider.send(
                exchange,
                "Bearer open".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                    ? 200
                    : 401,
                groups));
    String none = provider.token("j", t -> {});
    provider.answerAt("/without", exchange -> TestProvider.send(exchange, 200, none));
    String others = provider.token("j", t -> t.claim("groups", "x").audience("others"));
    provider.answerAt("/others", exchange -> TestProvider.send(exchange, 200, others));
    provider.answerAt(
        "/forged",
        exchange ->
            TestProvider.send(
                exchange, 200, groups.substring(0, groups.length() - 8) + "AAAAAAAA"));
    provider.answerAt("/nonsense", exchange -> TestProvider.send(exchange, 200, "nonsense"));
    Judged.await(() -> !judged.refusal(referring("/without")).contains("not initialized"));
  }

  @AfterAll
  static void stop() {
    judged.close();
    provider.close();
  }

  private static String referring(String path) {
    return referring(
        Map.of("s", Map.of("endpoint", provider.url() + path, "access_token", "open")), "s");
  }

  private static String referring(Object sources, String source) {
    try {
      return provider.token(
          "jane",
          t -> t.claim("_claim_names", Map.of("groups", source)).claim("_claim_sources", sources));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void areFetchedVerifiedAndTaken() throws IOException {
    assertThat(judged.user(referring("/groups")).groups()).containsExactly("g:dev", "g:ops");
  }

  @Test
  void aTokenThatHoldsThemNeedsNoOther() throws Exception {
    assertThat(
            judged
                .user(
                    provider.token(
                        "j",
                        t ->
                            t.claim("groups", "own")
                                .claim("_claim_names", Map.of("groups", "nowhere"))))
                .groups())
        .containsExactly("g:own");
  }

  @Test
  void aggregatedClaimsAreNoneAsInKubernetes() {
    assertThat(judged.user(referring(Map.of("s", Map.of("JWT", "a.b.c")), "s")).groups()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/without | did not contain claim: groups",
        "/others | verify distributed claim token: oidc: expected audience",
        "/forged | verify distributed claim token: failed to verify signature",
        "/nonsense | getting untrusted issuer from endpoint",
        "/nowhere | while getting distributed claim \"groups\": error while getting distributed claim JWT: 404"
      })
  void whatIsNoGoodIsRefused(String path, String why) {
    assertThat(judged.refusal(referring(path)))
        .startsWith("oidc: could not expand distributed claims: ")
        .contains(why);
  }

  @Test
  void onlyHttpsIsAsked() {
    assertThat(
            judged.refusal(
                referring(Map.of("s", Map.of("endpoint", "http://169.254.169.254/")), "s")))
        .endsWith("the endpoint must be https");
  }

  @Test
  void aSourceThatIsMissingIsAnError() {
    assertThat(judged.refusal(referring(Map.of("t", Map.of()), "s")))
        .endsWith("id token _claim_names contained a source s missing in _claims_sources");
    assertThat(judged.refusal(referring(1, "s"))).endsWith("oidc: could not parse claim sources");
  }
}
