package dev.muster.authz.abac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.abac.AbacPolicyException.BadLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbacPolicyTest {
  private static final User ALICE = User.of("alice", "dev", "system:authenticated");
  private static final User NOBODY = User.of("system:anonymous", "system:unauthenticated");

  @Test
  void skipsCommentsAndBlankLinesAndCountsThem() throws AbacPolicyException {
    var policy = AbacPolicy.parse("f", "# who may what\n\n   \r\n" + spec("'user':'alice'") + "\n");
    assertThat(policy.lines()).extracting(PolicyLine::line).containsExactly(4);
    assertThat(policy.unversionedLines()).isZero();
  }

  @Test
  void namesTheLineThatAllowed() throws AbacPolicyException {
    var policy =
        AbacPolicy.parse(
            "policy.jsonl",
            spec("'user':'bob'") + "\n" + spec("'user':'alice','namespace':'*','resource':'pods'"));
    Decision decision = new AbacAuthorizer(policy).authorize(get(ALICE, "pods"));
    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Allow.class,
            allow -> {
              assertThat(allow.reason()).isEmpty();
              assertThat(allow.by().describe()).isEqualTo("policy file policy.jsonl, line 2");
            });
  }

  @Test
  void hasNoOpinionWhenNothingMatches() throws AbacPolicyException {
    assertThat(new AbacAuthorizer(AbacPolicy.parse("f", "")).authorize(get(ALICE, "pods")))
        .isEqualTo(new Decision.NoOpinion("No policy matched.", List.of()));
  }

  @Test
  void honoursAReplacementAtOnce() throws AbacPolicyException {
    var authorizer = new AbacAuthorizer(AbacPolicy.parse("f", old("'user':'alice'")));
    assertThat(authorizer.authorize(get(ALICE, "pods")).allowed()).isTrue();
    authorizer.replace(AbacPolicy.parse("f", ""));
    assertThat(authorizer.authorize(get(ALICE, "pods")).allowed()).isFalse();
  }

  @ParameterizedTest(name = "{0} lets alice get pods: {1}, post /x: {2}, anonymous get /x: {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'user':'alice'                        | true  | true  | false",
        "'user':'bob'                          | false | false | false",
        "'group':'dev'                         | true  | true  | false",
        "'user':'alice','group':'ops'          | false | false | false",
        "'user':'*'                            | true  | true  | false",
        "'group':'*','user':'bob'              | true  | true  | false",
        "'readonly':true                       | true  | false | false",
        "'resource':'pods'                     | true  | false | false",
        "'resource':'nodes'                    | false | false | false",
        "'namespace':'other'                   | false | false | false",
        "'namespace':'*','resource':'*'        | true  | false | false",
        "'group':'system:unauthenticated'      | false | false | true",
        "'kind':'Policy','user':'alice'        | true  | true  | false",
      })
  void readsUnversionedLines(String properties, boolean pods, boolean post, boolean anonymous)
      throws AbacPolicyException {
    var policy = AbacPolicy.parse("f", old(properties));
    var authorizer = new AbacAuthorizer(policy);
    assertThat(policy.unversionedLines()).isEqualTo(1);
    assertThat(authorizer.authorize(get(ALICE, "pods")).allowed()).isEqualTo(pods);
    assertThat(authorizer.authorize(Attributes.nonResource(ALICE, "post", "/x")).allowed())
        .isEqualTo(post);
    assertThat(authorizer.authorize(Attributes.nonResource(NOBODY, "get", "/x")).allowed())
        .isEqualTo(anonymous);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nonsense | not a JSON object: Unrecognized token 'nonsense': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
        "[]       | not a JSON object",
        "5        | not a JSON object",
        "{'user':'a'} {'user':'b'} | more than one JSON object",
        "{'user':'a','user':'b'}   | not a JSON object: Duplicate field 'user'",
        "{'user':5}                | user: must be a string",
        "{'readonly':'yes'}        | readonly: must be true or false",
        "{'usr':'a'}               | usr: unknown property, must be one of group, namespace, readonly, resource, user",
        "{'kind':'Role'}           | kind: unsupported value \"Role\", must be \"Policy\"",
        "{'apiVersion':'v1','kind':'Policy'} | apiVersion: unsupported value \"v1\", must be \"abac.authorization.kubernetes.io/v1beta1\"",
        "{'kind':'Policy','spec':{}} | apiVersion: required value with spec, must be \"abac.authorization.kubernetes.io/v1beta1\"",
        "{'apiVersion':'abac.authorization.kubernetes.io/v1beta1','spec':{}} | kind: required value, must be \"Policy\"",
        "{'apiVersion':'abac.authorization.kubernetes.io/v1beta1','kind':'Policy','spec':[]} | spec: must be an object",
        "{'apiVersion':'abac.authorization.kubernetes.io/v1beta1','kind':'Policy','spec':{'verb':'get'}} | spec.verb: unknown property, must be one of apiGroup, group, namespace, nonResourcePath, readonly, resource, user",
      })
  void refusesABadLineWithPlaceAndReason(String line, String reason) {
    assertThatThrownBy(() -> AbacPolicy.parse("f.jsonl", "\n" + quoted(line)))
        .isInstanceOfSatisfying(
            AbacPolicyException.class,
            e -> {
              assertThat(e.badLines()).containsExactly(new BadLine(2, reason));
              assertThat(e).hasMessage("error reading policy file f.jsonl, line 2: " + reason);
            });
  }

  @Test
  void namesEveryBadLine() {
    assertThatThrownBy(() -> AbacPolicy.parse("f", "[]\n{}\n[]"))
        .isInstanceOfSatisfying(
            AbacPolicyException.class,
            e -> assertThat(e.badLines()).extracting(BadLine::line).containsExactly(1, 3));
  }

  @Test
  void listsRulesOfTheNamespaceAndTheUser() throws AbacPolicyException {
    var policy =
        AbacPolicy.parse(
            "f",
            String.join(
                "\n",
                spec("'user':'alice','namespace':'default','resource':'pods','readonly':true"),
                spec("'user':'alice','namespace':'other','resource':'pods'"),
                spec("'user':'bob','namespace':'*','resource':'pods'"),
                spec("'group':'dev','namespace':'*','nonResourcePath':'/logs/*'")));
    assertThat(new AbacAuthorizer(policy).rulesFor(ALICE, "default"))
        .isEqualTo(
            new Rules(
                List.of(
                    new Rules.ResourceRule(
                        List.of("get", "list", "watch"), List.of(""), List.of("pods"), List.of())),
                List.of(new Rules.NonResourceRule(List.of("*"), List.of("/logs/*"))),
                false,
                ""));
  }

  @Test
  void loadsAFile(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("policy.jsonl");
    Files.writeString(file, old("'user':'älice'"));
    assertThat(AbacPolicy.load(file).lines()).extracting(PolicyLine::user).containsExactly("älice");
  }

  @Test
  void refusesAFileThatIsMissingOrNotText(@TempDir Path dir) throws Exception {
    Path missing = dir.resolve("missing");
    assertThatThrownBy(() -> AbacPolicy.load(missing))
        .isInstanceOf(AbacPolicyException.class)
        .hasMessage("error reading policy file " + missing + ": no such file");
    Path binary = dir.resolve("binary");
    Files.write(binary, "{\"user\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> AbacPolicy.load(binary))
        .isInstanceOf(AbacPolicyException.class)
        .hasMessage("error reading policy file " + binary + ": not UTF-8 text");
  }

  private static Attributes get(User user, String resource) {
    return Attributes.resource(user, "get", "", "v1", resource, "", "default", "");
  }

  private static String spec(String properties) {
    return quoted(
        "{'apiVersion':'abac.authorization.kubernetes.io/v1beta1','kind':'Policy','spec':{"
            + properties
            + "}}");
  }

  private static String old(String properties) {
    return quoted("{" + properties + "}");
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }
}
