package dev.muster.apiserver.authn.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.User;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the claims of a good token to a user. */
class JwtMappingTest {
  @TempDir private static Path directory;
  private static TestProvider provider;

  @BeforeAll
  static void start() throws Exception {
    provider = TestProvider.start(directory);
  }

  @AfterAll
  static void stop() {
    provider.close();
  }

  private static Judged by(String rest) throws Exception {
    return Judged.by(provider, directory, rest, Clock.systemUTC()).ready();
  }

  @Test
  void claimsBehindPrefixes() throws Exception {
    try (Judged judged =
        by(
            """
              claimMappings:
                username: {claim: sub, prefix: 'corp:'}
                groups: {claim: roles, prefix: 'r:'}
                uid: {claim: oid}
            """)) {
      User user =
          judged.user(
              provider.token(
                  "jane",
                  t -> t.claim("roles", List.of("dev", "ops")).claim("oid", "7").jwtID("j-1")));
      assertThat(user)
          .isEqualTo(
              new User(
                  "corp:jane",
                  "7",
                  List.of("r:dev", "r:ops"),
                  Map.of("authentication.kubernetes.io/credential-id", List.of("JTI=j-1"))));
      assertThat(
              judged
                  .user(provider.token("j", t -> t.claim("roles", "one").claim("oid", "7")))
                  .groups())
          .containsExactly("r:one");
      assertThat(judged.refusal(provider.token("j", t -> t.claim("oid", 7))))
          .isEqualTo(
              "oidc: parse uid claim \"oid\": json: cannot unmarshal number into Go value of type"
                  + " string");
      assertThat(judged.refusal(provider.token("j", t -> t.claim("oid", "7").claim("roles", 1))))
          .isEqualTo(
              "oidc: parse groups claim \"roles\": json: cannot unmarshal number into Go value of"
                  + " type string");
      assertThat(
              judged.refusal(
                  provider.token("j", t -> t.claim("_claim_names", Map.of("roles", "elsewhere")))))
          .startsWith("oidc: could not expand distributed claims");
    }
  }

  @Test
  void expressions() throws Exception {
    try (Judged judged =
        by(
            """
              claimMappings:
                username: {expression: 'claims.sub + "@" + claims.org.name__dot__x'}
                groups: {expression: 'claims.roles.filter(r, r != "admin")'}
                uid: {expression: 'claims.number == 5 ? "five" : ""'}
                extra:
                - {key: example.com/team, valueExpression: 'claims.?team.orValue("")'}
                - {key: example.com/all, valueExpression: 'claims.roles'}
            """)) {
      User user =
          judged.user(
              provider.token(
                  "jane",
                  t ->
                      t.claim("roles", List.of("dev", "admin", ""))
                          .claim("number", 5)
                          .claim("org", Map.of("name.x", "acme"))));
      assertThat(user)
          .isEqualTo(
              new User(
                  "jane@acme",
                  "five",
                  List.of("dev"),
                  Map.of("example.com/all", List.of("dev", "admin"))));
      assertThat(judged.refusal(provider.token("jane", t -> {})))
          .isEqualTo(
              "oidc: error evaluating username claim expression: expression 'claims.sub + \"@\" +"
                  + " claims.org.name__dot__x' resulted in error: no such key: org");
    }
  }

  @Test
  void addressesMustBeVerifiedWhereThatIsSaid() throws Exception {
    try (Judged judged = by("  claimMappings: {username: {claim: email, prefix: ''}}")) {
      assertThat(judged.user(provider.token("x", t -> t.claim("email", "a@b"))).name())
          .isEqualTo("a@b");
      assertThat(
              judged.refusal(
                  provider.token("x", t -> t.claim("email", "a@b").claim("email_verified", false))))
          .isEqualTo("oidc: email not verified");
      assertThat(judged.refusal(provider.token("x", t -> {})))
          .isEqualTo("oidc: parse username claims \"email\": claim not present");
      assertThat(judged.refusal(provider.token("x", t -> t.claim("email", ""))))
          .isEqualTo("oidc: empty username is not allowed");
    }
  }

  @Test
  void rulesAboutClaimsAndUsers() throws Exception {
    try (Judged judged =
        by(
            """
              claimMappings:
                username: {claim: sub, prefix: ''}
                groups: {claim: roles, prefix: ''}
              claimValidationRules:
              - {claim: hd, requiredValue: acme}
              - {expression: 'claims.exp - claims.iat <= 7200', message: too long a life}
              userValidationRules:
              - {expression: "!user.username.startsWith('system:')", message: reserved}
              - {expression: "user.groups.all(g, !g.startsWith('system:'))", message: reserved group}
            """)) {
      assertThat(judged.user(provider.token("jane", t -> t.claim("hd", "acme"))).name())
          .isEqualTo("jane");
      assertThat(judged.refusal(provider.token("jane", t -> {})))
          .isEqualTo("oidc: required claim hd not present in ID token");
      assertThat(judged.refusal(provider.token("jane", t -> t.claim("hd", "x"))))
          .isEqualTo("oidc: required claim hd value does not match. Got = x, want = acme");
      assertThat(
              judged.refusal(
                  provider.token(
                      "jane",
                      t ->
                          t.claim("hd", "acme")
                              .expirationTime(Date.from(Instant.ofEpochSecond(4_102_444_800L))))))
          .isEqualTo(
              "oidc: error evaluating claim validation expression: validation expression"
                  + " 'claims.exp - claims.iat <= 7200' failed: too long a life");
      assertThat(judged.refusal(provider.token("system:admin", t -> t.claim("hd", "acme"))))
          .isEqualTo(
              "oidc: error evaluating user info validation rule: validation expression"
                  + " '!user.username.startsWith('system:')' failed: reserved");
      assertThat(
              judged.refusal(
                  provider.token(
                      "jane", t -> t.claim("hd", "acme").claim("roles", "system:masters"))))
          .endsWith("failed: reserved group");
    }
  }

  @Test
  void withoutRulesReservedNamesAreTakenAsKubernetesDoes() throws Exception {
    try (Judged judged =
        by(
            "  claimMappings: {username: {claim: sub, prefix: ''}, groups: {claim: g, prefix: ''}}")) {
      User user = judged.user(provider.token("system:x", t -> t.claim("g", "system:masters")));
      assertThat(user.name()).isEqualTo("system:x");
      assertThat(user.groups()).containsExactly("system:masters");
    }
  }

  @Test
  void expressionsThatNeverEndOrThrowRefuseTheToken() throws Exception {
    String all = "claims.l.all(a, claims.l.all(b, claims.l.all(c, claims.l.all(d, a != \"-\"))))";
    try (Judged judged =
        by(
            """
              claimMappings: {username: {claim: sub, prefix: ''}}
              claimValidationRules: [{expression: '%s'}]
            """
                .formatted(all))) {
      List<String> many = java.util.stream.IntStream.range(0, 300).mapToObj(i -> "e" + i).toList();
      assertThat(judged.refusal(provider.token("jane", t -> t.claim("l", many))))
          .endsWith("operation cancelled: actual cost limit exceeded");
      assertThat(judged.refusal(provider.token("jane", t -> t.claim("l", 1))))
          .startsWith("oidc: error evaluating claim validation expression: expression '");
    }
  }
}
