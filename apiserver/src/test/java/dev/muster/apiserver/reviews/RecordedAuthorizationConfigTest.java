package dev.muster.apiserver.reviews;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authzconfig.BuiltInAuthorizer;
import dev.muster.apiserver.authzconfig.ChainBuilder;
import dev.muster.apiserver.authzconfig.ChainObserver;
import dev.muster.apiserver.authzconfig.ConfigurationReader;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.authzwebhook.ScriptedWebhooks;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.node.NodeAuthorizer;
import dev.muster.authz.node.NodeGraph;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacKind;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.base.Closing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a kube-apiserver 1.35.8 with {@code --authorization-config} answered, and what it asked its
 * webhooks to know it. The sets are replayed side by side: most of the time is spent waiting. The
 * recorded time-out of a second is longer here, and webhooks that sleep never wake up, so that a
 * busy machine does not change an answer.
 */
class RecordedAuthorizationConfigTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TYPES =
      List.of("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook");
  private static final User RECORDER = User.of("recorder", User.MASTERS);

  private static final String RECORDED_TIMEOUT = "1s";
  private static final String TIMEOUT = "6s";

  /** Questions at a time. */
  private static final Semaphore PLACES = new Semaphore(48);

  @TempDir private Path directory;

  private record Outcome(String name, JsonNode expected, JsonNode actual) {}

  static Stream<JsonNode> rows(String kind) throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    RecordedAuthorizationConfigTest.class.getResourceAsStream(
                        "/authzconfig/authz-config.jsonl")),
                UTF_8));
    List<JsonNode> rows = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      rows.add(JSON.readTree(line));
    }
    return rows.stream().filter(row -> row.path("kind").asText().equals(kind));
  }

  /** A set, with its webhooks running and its conditions compiled. */
  private record Stand(JsonNode set, ScriptedWebhooks webhooks, ConfiguredAuthorizer authorizer)
      implements AutoCloseable {
    List<Outcome> replay() throws Exception {
      AccessReview reviews = new AccessReview(AccessReview.About.ANYONE, authorizer);
      return set.path("inTurn").asBoolean()
          ? inTurn(set, reviews, webhooks)
          : sideBySide(set, reviews, webhooks);
    }

    @Override
    public void close() throws IOException {
      authorizer.close();
      webhooks.close();
    }
  }

  @Test
  void everyDecisionIsTheSame() throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    List<Stand> stands = new ArrayList<>();
    try (Closing closing = new Closing();
        ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      for (JsonNode set : rows("decisions").toList()) {
        stands.add(closing.add(stand(set)));
      }
      for (Future<List<Outcome>> set :
          side.invokeAll(stands.stream().<Callable<List<Outcome>>>map(s -> s::replay).toList())) {
        outcomes.addAll(set.get());
      }
    }
    assertThat(outcomes).hasSizeGreaterThan(950);
    assertThat(outcomes.stream().filter(o -> !o.actual().equals(o.expected()))).isEmpty();
  }

  /** One that has asked each of its webhooks already: what is slow the first time is over. */
  private Stand stand(JsonNode set) throws IOException {
    Map<String, JsonNode> rules = new LinkedHashMap<>();
    set.path("webhooks").properties().forEach(one -> rules.put(one.getKey(), one.getValue()));
    ScriptedWebhooks webhooks = ScriptedWebhooks.start(rules);
    ConfiguredAuthorizer authorizer = authorizer(set, webhooks);
    authorizer.each(Attributes.nonResource(User.of("nobody at all"), "get", "/warm-up"));
    webhooks.forget();
    return new Stand(set, webhooks, authorizer);
  }

  private ConfiguredAuthorizer authorizer(JsonNode set, ScriptedWebhooks webhooks)
      throws IOException {
    String config =
        set.path("config")
            .toString()
            .replace("\"timeout\":\"" + RECORDED_TIMEOUT + "\"", "\"timeout\":\"" + TIMEOUT + "\"");
    for (JsonNode one : set.path("config").path("authorizers")) {
      String name = one.path("name").asText();
      config =
          config.replace(
              "{{webhook " + name + "}}", webhooks.kubeconfig(directory, name).toString());
    }
    Path file = Files.writeString(directory.resolve(set.path("name").asText()), config);
    return new ConfiguredAuthorizer(
        new ConfigurationReader(TYPES).read(file).configuration(),
        new ChainBuilder(
            Map.of(
                "RBAC",
                BuiltInAuthorizer.of(new RbacAuthorizer(index(set.path("objects")))),
                "Node",
                BuiltInAuthorizer.of(new NodeAuthorizer(new NodeGraph()))),
            ChainObserver.DEAF,
            new WebhookEvents()));
  }

  private static RbacIndex index(JsonNode objects) {
    List<RbacObject> all = new ArrayList<>(DefaultPolicy.objects());
    for (JsonNode object : objects) {
      RbacKind kind =
          Stream.of(RbacKind.values())
              .filter(known -> known.kind().equals(object.path("kind").asText()))
              .findFirst()
              .orElseThrow();
      all.add(RbacJson.read(kind, object));
    }
    RbacIndex index = new RbacIndex();
    index.putAll(Aggregation.apply(all));
    return index;
  }

  private static List<Outcome> inTurn(
      JsonNode set, AccessReview reviews, ScriptedWebhooks webhooks) {
    List<Outcome> outcomes = new ArrayList<>();
    int before = 0;
    for (JsonNode one : set.path("cases")) {
      JsonNode status = ask(reviews, one);
      List<ScriptedWebhooks.Asked> asked = webhooks.asked();
      outcomes.add(outcome(set, one, status, asked.subList(before, asked.size()), webhooks.host()));
      before = asked.size();
    }
    return outcomes;
  }

  private static List<Outcome> sideBySide(
      JsonNode set, AccessReview reviews, ScriptedWebhooks webhooks) throws Exception {
    List<Callable<JsonNode>> questions = new ArrayList<>();
    set.path("cases").forEach(one -> questions.add(() -> ask(reviews, one)));
    List<Outcome> outcomes = new ArrayList<>();
    try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<JsonNode>> answers = side.invokeAll(questions);
      for (int i = 0; i < answers.size(); i++) {
        JsonNode one = set.path("cases").path(i);
        String uid = one.path("spec").path("uid").asText();
        outcomes.add(
            outcome(
                set,
                one,
                answers.get(i).get(),
                webhooks.asked().stream()
                    .filter(asked -> asked.review().path("spec").path("uid").asText().equals(uid))
                    .toList(),
                webhooks.host()));
      }
    }
    return outcomes;
  }

  private static JsonNode ask(AccessReview reviews, JsonNode one) {
    ObjectNode question = JSON.createObjectNode();
    question.set("spec", one.path("spec"));
    reviews.validate(question);
    PLACES.acquireUninterruptibly();
    try {
      return reviews.answer(RECORDER, question).path("status");
    } finally {
      PLACES.release();
    }
  }

  private static Outcome outcome(
      JsonNode set,
      JsonNode one,
      JsonNode status,
      List<ScriptedWebhooks.Asked> asked,
      String host) {
    ObjectNode expected = JSON.createObjectNode();
    expected.set("status", one.path("status"));
    expected.set("asked", one.path("asked"));
    ObjectNode actual = JSON.createObjectNode();
    actual.set("status", normal(status, host));
    actual.set("asked", shortened(asked));
    return new Outcome(
        set.path("name").asText() + " " + one.path("spec").path("uid").asText(), expected, actual);
  }

  /** The same question to the same webhook, asked again, is told once and how often. */
  private static ArrayNode shortened(List<ScriptedWebhooks.Asked> asked) {
    Map<ObjectNode, Integer> times = new LinkedHashMap<>();
    for (ScriptedWebhooks.Asked one : asked) {
      ObjectNode question = JSON.createObjectNode();
      question.put("webhook", one.webhook());
      question.set("apiVersion", one.review().path("apiVersion"));
      question.set("spec", one.review().path("spec"));
      times.merge(question, 1, Integer::sum);
    }
    ArrayNode out = JSON.createArrayNode();
    times.forEach(
        (question, count) ->
            out.add(count == 1 ? question : question.deepCopy().put("times", count)));
    return out;
  }

  private static JsonNode normal(JsonNode status, String host) {
    ObjectNode normal = status.deepCopy();
    if (normal.has("evaluationError")) {
      normal.put(
          "evaluationError",
          normal
              .path("evaluationError")
              .asText()
              .replace(host, "{{host}}")
              .replace("timeout=" + TIMEOUT, "timeout=" + RECORDED_TIMEOUT)
              .replace(
                  "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
                  "<timed out>"));
    }
    return normal;
  }
}
