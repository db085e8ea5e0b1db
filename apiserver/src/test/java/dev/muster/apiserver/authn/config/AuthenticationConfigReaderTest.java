package dev.muster.apiserver.authn.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.reload.ConfigFileBytes;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a configuration that cannot be used, word for word. */
class AuthenticationConfigReaderTest {
  private static final String OWN = "https://kubernetes.default.svc";
  private static final String GOOD_ISSUER = "{url: 'https://a', audiences: [x]}";
  private static final String GOOD_MAPPINGS = "{username: {claim: sub, prefix: ''}}";

  @TempDir private Path directory;

  private AuthenticationConfiguration read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("authn.yaml"), text);
    return new AuthenticationConfigReader(List.of(OWN)).read(file).configuration();
  }

  private AuthenticationConfiguration readJwt(String version, String jwt) throws IOException {
    return read(
        "apiVersion: apiserver.config.k8s.io/%s\nkind: AuthenticationConfiguration\njwt:\n%s"
            .formatted(version, jwt));
  }

  private static String jwt(String issuer, String rest) {
    return "- {issuer: " + issuer + ", " + rest + "}\n";
  }

  private void assertRefused(String jwt, String message) {
    assertThatThrownBy(() -> readJwt("v1", jwt))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessage("invalid authentication configuration: " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1", "v1alpha1"})
  void everyVersionIsRead(String version) throws IOException {
    AuthenticationConfiguration read =
        readJwt(version, jwt(GOOD_ISSUER, "claimMappings: " + GOOD_MAPPINGS));
    assertThat(read.jwt()).hasSize(1);
    assertThat(read.jwt().getFirst().issuer().discoveryUrl())
        .isEqualTo("https://a/.well-known/openid-configuration");
    assertThat(read.anonymous()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {audiences: [x]}                                                  | jwt[0].issuer.url: Required value
          {url: 'http://a', audiences: [x]}                                 | jwt[0].issuer.url: Invalid value: "http://a": URL scheme must be https
          {url: 'https://u:p@a?q=1#f', audiences: [x]}                      | [jwt[0].issuer.url: Invalid value: "https://u:p@a?q=1#f": URL must not contain a username or password, jwt[0].issuer.url: Invalid value: "https://u:p@a?q=1#f": URL must not contain a query, jwt[0].issuer.url: Invalid value: "https://u:p@a?q=1#f": URL must not contain a fragment]
          {url: 'https://a:b', audiences: [x]}                              | jwt[0].issuer.url: Invalid value: "https://a:b": parse "https://a:b": invalid port ":b" after host
          {url: ':a', audiences: [x]}                                       | jwt[0].issuer.url: Invalid value: ":a": parse ":a": missing protocol scheme
          {url: 'https://kubernetes.default.svc', audiences: [x]}           | jwt[0].issuer.url: Invalid value: "https://kubernetes.default.svc": URL must not overlap with disallowed issuers: [https://kubernetes.default.svc]
          {url: 'https://a', discoveryURL: 'https://a/', audiences: [x]}    | jwt[0].issuer.discoveryURL: Invalid value: "https://a/": discoveryURL must be different from URL
          {url: 'https://a'}                                                | jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required
          {url: 'https://a', audiences: ['']}                               | jwt[0].issuer.audiences[0]: Required value
          {url: 'https://a', audiences: [x, x], audienceMatchPolicy: MatchAny} | jwt[0].issuer.audiences[1]: Duplicate value: "x"
          {url: 'https://a', audiences: [x, z]}                             | jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences
          {url: 'https://a', audiences: [x], audienceMatchPolicy: All}      | jwt[0].issuer.audienceMatchPolicy: Invalid value: "All": audienceMatchPolicy must be empty or MatchAny for single audience
          {url: 'https://a', audiences: [x], certificateAuthority: nonsense} | jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates
          {url: 'https://a', audiences: [x], egressSelectorType: moon}      | jwt[0].issuer.egressSelectorType: Invalid value: "moon": egress selector must be either controlplane or cluster
          """)
  void issuersAreChecked(String issuer, String message) {
    assertRefused(jwt(issuer, "claimMappings: " + GOOD_MAPPINGS), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claimMappings: {}                                                 | jwt[0].claimMappings.username: Required value: claim or expression is required
          claimMappings: {username: {claim: sub}}                           | jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing
          claimMappings: {username: {claim: sub, expression: claims.sub}}   | jwt[0].claimMappings.username: Invalid value: "": claim and expression can't both be set
          claimMappings: {username: {prefix: '', expression: claims.sub}}   | jwt[0].claimMappings.username.prefix: Invalid value: "": may not be specified when expression is set
          claimMappings: {username: {expression: claims.email}}             | jwt[0].claimMappings.username.expression: Invalid value: "claims.email": claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression
          claimMappings: {username: {expression: 'claims.?email.orValue("")'}} | jwt[0].claimMappings.username.expression: Invalid value: "claims.?email.orValue(\\"\\")": claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression
          claimMappings: {username: {claim: sub, prefix: ''}, uid: {claim: a, expression: b}} | jwt[0].claimMappings.uid: Invalid value: "": claim and expression can't both be set
          claimMappings: {username: {claim: sub, prefix: ''}, extra: [{key: foo, valueExpression: claims.a}]} | jwt[0].claimMappings.extra[0].key: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")
          claimMappings: {username: {claim: sub, prefix: ''}, extra: [{key: a.io/B, valueExpression: claims.a}]} | jwt[0].claimMappings.extra[0].key: Invalid value: "a.io/B": must be lowercase
          claimMappings: {username: {claim: sub, prefix: ''}, extra: [{key: x.k8s.io/b, valueExpression: claims.a}]} | jwt[0].claimMappings.extra[0].key: Invalid value: "x.k8s.io/b": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use
          claimMappings: {username: {claim: sub, prefix: ''}, extra: [{key: a.io/b}]} | jwt[0].claimMappings.extra[0].valueExpression: Required value
          """)
  void mappingsAreChecked(String mappings, String message) {
    assertRefused(jwt(GOOD_ISSUER, mappings), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claimValidationRules: [{}]                                        | jwt[0].claimValidationRules[0]: Required value: claim or expression is required
          claimValidationRules: [{claim: a, expression: 'true'}]            | jwt[0].claimValidationRules[0]: Invalid value: "a": claim and expression can't both be set
          claimValidationRules: [{claim: a, message: m}]                    | jwt[0].claimValidationRules[0].message: Invalid value: "m": may not be specified when claim is set
          claimValidationRules: [{claim: a}, {claim: a}]                    | jwt[0].claimValidationRules[1].claim: Duplicate value: "a"
          claimValidationRules: [{expression: 'true', requiredValue: v}]    | jwt[0].claimValidationRules[0].requiredValue: Invalid value: "v": may not be specified when expression is set
          claimValidationRules: [{expression: claims.hd}]                   | jwt[0].claimValidationRules[0].expression: Invalid value: "claims.hd": must evaluate to bool
          userValidationRules: [{}]                                         | jwt[0].userValidationRules[0].expression: Required value
          userValidationRules: [{expression: user.uid}]                     | jwt[0].userValidationRules[0].expression: Invalid value: "user.uid": must evaluate to bool
          userValidationRules: [{expression: 'true'}, {expression: 'true'}] | jwt[0].userValidationRules[1].expression: Duplicate value: "true"
          """)
  void rulesAreChecked(String rules, String message) {
    assertRefused(jwt(GOOD_ISSUER, "claimMappings: " + GOOD_MAPPINGS + ", " + rules), message);
  }

  @Test
  void expressionsThatDoNotCompileAreShown() {
    assertThatThrownBy(
            () ->
                readJwt(
                    "v1",
                    jwt(
                        GOOD_ISSUER,
                        "claimMappings: "
                            + GOOD_MAPPINGS
                            + ", userValidationRules: [{expression: user.nothing == ''}]")))
        .hasMessageContaining(
            "jwt[0].userValidationRules[0].expression: Invalid value: \"user.nothing == ''\":"
                + " compilation failed: ERROR: <input>:1:5: undefined field 'nothing'");
  }

  @Test
  void issuersAreThereOnceAndNotTooMany() {
    String one = jwt(GOOD_ISSUER, "claimMappings: " + GOOD_MAPPINGS);
    assertRefused(one + one, "jwt[1].issuer.url: Duplicate value: \"https://a\"");
    assertRefused(one.repeat(65), "jwt: Too many: 65: must have at most 64 items");
  }

  @Test
  void anonymousAccessIsLimitedToPaths() throws IOException {
    String head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";
    AnonymousConfiguration anonymous =
        read(head + "anonymous: {enabled: true, conditions: [{path: /livez}]}")
            .anonymous()
            .orElseThrow();
    assertThat(anonymous.allows("/livez")).isTrue();
    assertThat(anonymous.allows("/livez/ping")).isFalse();
    assertThatThrownBy(() -> read(head + "anonymous: {conditions: [{path: /livez}]}"))
        .hasMessage(
            "invalid authentication configuration: anonymous.conditions: Invalid value:"
                + " [{\"Path\":\"/livez\"}]: enabled should be set to true when conditions are"
                + " defined");
  }

  @Test
  void filesThatAreNotConfigurationsAreRefused() {
    String prefix =
        "failed to load authentication configuration from file \""
            + directory.resolve("authn.yaml")
            + "\": ";
    assertThatThrownBy(() -> read("")).hasMessage(prefix + "empty config data");
    assertThatThrownBy(
            () -> read("apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration"))
        .hasMessage(
            prefix
                + "expected AuthenticationConfiguration, got *apiserver.AuthorizationConfiguration");
    assertThatThrownBy(() -> readJwt("v1", "- {issuer: {uri: x}}"))
        .hasMessage(prefix + "strict decoding error: unknown field \"jwt[0].issuer.uri\"");
    assertThatThrownBy(() -> read(" ".repeat(ConfigFileBytes.LONGEST + 1)))
        .hasMessage(prefix + directory.resolve("authn.yaml") + " is longer than 3145728 bytes");
  }

  @Test
  void threeMegabytesOfExpressionsAreReadInBoundedTime() {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; rules.length() < 100_000; i++) {
      rules.append("{expression: 'claims.a == ").append(i).append(" &&'},");
    }
    assertThatThrownBy(
            () ->
                readJwt(
                    "v1",
                    jwt(
                        GOOD_ISSUER,
                        "claimMappings: "
                            + GOOD_MAPPINGS
                            + ", claimValidationRules: ["
                            + rules
                            + "]")))
        .hasMessageContaining("Syntax error");
    String deep = "(".repeat(100_000) + ")".repeat(100_000);
    assertThatThrownBy(
            () ->
                readJwt(
                    "v1",
                    jwt(GOOD_ISSUER, "claimMappings: {username: {expression: '" + deep + "'}}")))
        .hasMessageContaining("compilation failed");
  }

  @Test
  void flagsSayTheSameAsAFile() {
    AuthenticationConfigReader reader = new AuthenticationConfigReader(List.of(OWN));
    OidcFlags flags =
        new OidcFlags(
            "https://a",
            "x",
            Optional.empty(),
            "sub",
            "",
            "groups",
            "g:",
            List.of("RS256"),
            Map.of("hd", "a.io"));
    JwtConfiguration read = reader.read(flags).configuration().jwt().getFirst();
    assertThat(read.mappings().username())
        .isEqualTo(new ClaimMappings.ClaimMapping.Claim("sub", "https://a#"));
    assertThat(read.mappings().groups())
        .isEqualTo(new ClaimMappings.ClaimMapping.Claim("groups", "g:"));
    assertThat(read.requiredClaims()).containsExactly(Map.entry("hd", "a.io"));
    assertThatThrownBy(
            () ->
                new OidcFlags(
                    "https://a",
                    "x",
                    Optional.empty(),
                    "sub",
                    "-",
                    "",
                    "",
                    List.of("HS256"),
                    Map.of()))
        .hasMessage("oidc: unsupported signing alg: \"HS256\"");
  }
}
