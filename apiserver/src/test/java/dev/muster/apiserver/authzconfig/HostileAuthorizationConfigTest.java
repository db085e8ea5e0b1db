package dev.muster.apiserver.authzconfig;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.apiserver.authzwebhook.ScriptedWebhooks;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, conditions and changes that are meant to hurt. */
@Timeout(60)
class HostileAuthorizationConfigTest {
  private static final List<String> TYPES = List.of("AlwaysAllow", "AlwaysDeny", "Webhook");
  private static final String HEAD =
      "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n";

  private final ConfigurationReader reader = new ConfigurationReader(TYPES);

  private void isRefused(String file, String why) {
    assertThatThrownBy(() -> reader.read(file.getBytes(UTF_8), List.of()))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageContaining(why)
        .message()
        .hasSizeLessThan(3 << 20);
  }

  @Test
  void aFileOfMoreThanThreeMegabytesIsNotRead(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("config"), "#".repeat((3 << 20) + 1));
    assertThatThrownBy(() -> reader.read(file))
        .hasMessageEndingWith("is longer than 3145728 bytes");
  }

  @Test
  void aHundredThousandAuthorizersAreOneFault() {
    isRefused(
        HEAD + "authorizers:\n" + "- {type: RABC, name: x}\n".repeat(100_000),
        "authorizers[0].type: Unsupported value: \"RABC\"");
  }

  @Test
  void aliasesDoNotGrow() {
    StringBuilder bomb = new StringBuilder(HEAD).append("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d, ".formatted(i - 1).repeat(9)).append("x]\n");
    }
    isRefused(bomb.toString(), "failed to load AuthorizationConfiguration from file: ");
  }

  @Test
  void depthIsBounded() {
    isRefused(HEAD + "authorizers: " + "[".repeat(100_000), "failed to load");
    isRefused("{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000), "failed to load");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "!", "-", "[", "request.user + ", "a.", "true && "})
  void anExpressionThatIsLongOrDeepIsRefused(String part) {
    for (String text :
        List.of(part.repeat(300_000 / part.length()), part.repeat(20_000 / part.length()))) {
      Errors errors = new Errors();
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      list.addObject().put("expression", text);
      MatchConditionExpressions.compile(At.root(list), errors);
      assertThat(errors.isEmpty()).isFalse();
    }
  }

  private static ReviewConditions conditions(String... texts) {
    Errors errors = new Errors();
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (String text : texts) {
      list.addObject().put("expression", text);
    }
    ReviewConditions conditions = MatchConditionExpressions.compile(At.root(list), errors);
    assertThat(errors.list()).isEmpty();
    return conditions;
  }

  private static Attributes selecting(int requirements) {
    List<SelectorRequirement> many =
        IntStream.range(0, requirements)
            .mapToObj(i -> new SelectorRequirement("k" + i, "In", List.of("v".repeat(50))))
            .toList();
    return new Attributes(
        User.of("eve"), "list", true, "", "v1", "pods", "", "default", "", "", List.of(), many);
  }

  @Test
  void aConditionThatWouldNotEndIsStopped() {
    String all = "request.resourceAttributes.labelSelector.requirements";
    String nested =
        all + ".all(a, " + all + ".all(b, " + all + ".all(c, a.key + b.key + c.key != 'x')))";
    assertThat(conditions(nested).evaluate(selecting(2_000)))
        .isEqualTo(
            new ReviewConditions.Outcome.Failed(
                List.of(
                    "cel evaluation error: expression '"
                        + nested
                        + "' resulted in error: operation cancelled: actual cost limit exceeded")));
  }

  @Test
  void aPatternTakesTimeInProportion() {
    ReviewConditions bomb = conditions("request.user.matches('^(a+)+$')");
    Attributes request = Attributes.nonResource(User.of("a".repeat(50_000) + "b"), "get", "/");
    assertThat(bomb.evaluate(request)).isNotEqualTo(ReviewConditions.Outcome.Applies.YES);
  }

  @Test
  void aFalseConditionWinsOverOnesThatFail() {
    assertThat(
            conditions("request.extra['a'][0] == 'b'", "request.user == 'bob'")
                .evaluate(Attributes.nonResource(User.of("eve"), "get", "/")))
        .isInstanceOf(ReviewConditions.Outcome.Excluded.class);
  }

  @Test
  void aDecisionIsMadeByOneConfigurationHoweverOftenItChanges(@TempDir Path directory)
      throws Exception {
    try (ScriptedWebhooks webhooks = ScriptedWebhooks.start(Map.of());
        ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
      Path kubeconfig = webhooks.kubeconfig(directory, "silent");
      ChainBuilder builder =
          new ChainBuilder(
              Map.of(
                  "AlwaysAllow", BuiltInAuthorizer.of(new AlwaysAllow()),
                  "AlwaysDeny", BuiltInAuthorizer.of(new AlwaysDeny())),
              ChainObserver.DEAF,
              new WebhookEvents());
      // with each of them a question is asked, and its failure would deny
      AuthorizationConfiguration one = withLast("AlwaysAllow", kubeconfig);
      AuthorizationConfiguration other = withLast("AlwaysDeny", kubeconfig);
      AtomicBoolean over = new AtomicBoolean();
      ConfiguredAuthorizer authorizer = new ConfiguredAuthorizer(one, builder);
      List<Future<Integer>> counts = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        counts.add(askers.submit(() -> ask(authorizer, over)));
      }
      for (int i = 0; i < 100; i++) {
        authorizer.replace(builder.build(i % 2 == 0 ? other : one));
      }
      over.set(true);
      int asked = 0;
      for (Future<Integer> count : counts) {
        asked += count.get();
      }
      assertThat(asked).isPositive();
      authorizer.close();
      assertThat(authorizer.authorize(Attributes.nonResource(User.of("late"), "get", "/late")))
          .as("after the end a question ends, too, and nothing is allowed")
          .isInstanceOf(Decision.Deny.class);
    }
  }

  private static AuthorizationConfiguration withLast(String type, Path kubeconfig)
      throws Exception {
    return new ConfigurationReader(TYPES)
        .read(
            Files.writeString(
                kubeconfig.resolveSibling(type),
                HEAD
                    + """
                    authorizers:
                    - type: Webhook
                      name: silent
                      webhook:
                        timeout: 20s
                        subjectAccessReviewVersion: v1
                        failurePolicy: Deny
                        cacheUnauthorizedRequests: false
                        connectionInfo: {type: KubeConfigFile, kubeConfigFile: %s}
                    - {type: %s, name: %s}
                    """
                        .formatted(kubeconfig, type, AuthorizerConfiguration.nameOf(type))))
        .configuration();
  }

  private static int ask(ConfiguredAuthorizer authorizer, AtomicBoolean over) {
    int asked = 0;
    do {
      Decision decision =
          authorizer.authorize(Attributes.nonResource(User.of("user"), "get", "/" + asked));
      assertThat(decision).isNotInstanceOf(Decision.Deny.class);
      assertThat(decision.problems()).isEmpty();
      asked++;
    } while (!over.get());
    return asked;
  }

  @Test
  void timesThatAreTooLongForALongAreRefused() {
    isRefused(
        HEAD + "authorizers: [{type: Webhook, name: w, webhook: {timeout: 99999999999999999999h}}]",
        "time: invalid duration \"99999999999999999999h\"");
  }

  @Test
  void lifetimesOfCenturiesAreTaken(@TempDir Path directory) throws Exception {
    try (ScriptedWebhooks webhooks = ScriptedWebhooks.start(Map.of())) {
      Path kubeconfig = webhooks.kubeconfig(directory, "w");
      String config =
          HEAD
              + "authorizers: [{type: Webhook, name: w, webhook: {timeout: 30s, authorizedTTL:"
              + " 2562047h, unauthorizedTTL: 1ns, subjectAccessReviewVersion: v1, failurePolicy:"
              + " Deny, connectionInfo: {type: KubeConfigFile, kubeConfigFile: "
              + kubeconfig
              + "}}}]";
      AuthorizationConfiguration read =
          reader.read(config.getBytes(UTF_8), List.of()).configuration();
      assertThat(read.authorizers().getFirst().webhook().orElseThrow().authorizedTtl())
          .isEqualTo(Duration.ofHours(2562047));
    }
  }
}
