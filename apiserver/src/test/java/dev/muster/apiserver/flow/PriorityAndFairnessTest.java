package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.running.SlowWidgets;
import dev.muster.apiserver.running.TrustAll;
import dev.muster.apiserver.server.Limits;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flow schemas and priority levels on a server, with requests that last as long as the test likes.
 */
@Timeout(120)
class PriorityAndFairnessTest {
  private static final String FLOWS = "/apis/flowcontrol.apiserver.k8s.io/v1/";
  private static final String WIDGETS = SlowWidgets.PATH;
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String DUMP = "/debug/api_priority_and_fairness/dump_";

  @TempDir Path directory;

  private final Semaphore working = new Semaphore(0);
  private final Semaphore done = new Semaphore(0);

  private RunningServer start(UnaryOperator<Limits> change) throws Exception {
    return RunningServer.withTenants(directory, change, this::validate);
  }

  /** Waits until it is released. */
  private void validate() {
    working.release();
    done.acquireUninterruptibly();
  }

  private static void level(RunningServer server, String name, String response) {
    Answer made =
        server
            .client()
            .json(
                "POST",
                FLOWS + "prioritylevelconfigurations",
                """
                {"metadata":{"name":"%s"},"spec":{"type":"Limited","limited":{
                  "nominalConcurrencyShares":0,"borrowingLimitPercent":0,"limitResponse":%s}}}
                """
                    .formatted(name, response));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
  }

  private static void schema(RunningServer server, String name, String level, String user) {
    Answer made =
        server
            .client()
            .json(
                "POST",
                FLOWS + "flowschemas",
                """
                {"metadata":{"name":"%s"},"spec":{"matchingPrecedence":150,
                  "priorityLevelConfiguration":{"name":"%s"},
                  "distinguisherMethod":{"type":"ByUser"},
                  "rules":[{"subjects":[{"kind":"User","user":{"name":"%s"}}],
                    "resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"],
                      "namespaces":["*"],"clusterScope":true}]}]}}
                """
                    .formatted(name, level, user));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
  }

  private static HttpResponse<String> get(RunningServer server, String token, String path)
      throws Exception {
    try (HttpClient http = HttpClient.newBuilder().sslContext(TrustAll.context()).build()) {
      return http.send(
          HttpRequest.newBuilder(URI.create(server.url() + path))
              .header("Authorization", "Bearer " + token)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String uid(RunningServer server, String kind, String name) {
    return server.client().get(FLOWS + kind + "/" + name).at("/metadata/uid");
  }

  /** The cells of a row of the page of levels. */
  private static List<String> row(RunningServer server, String level) {
    return server
        .client()
        .get(DUMP + "priority_levels")
        .body()
        .lines()
        .filter(line -> line.startsWith(level + ","))
        .findFirst()
        .map(line -> List.of(line.split(", *")))
        .orElse(List.of());
  }

  private static void until(RunningServer server, String level, int cell, String value) {
    while (!row(server, level).get(cell).equals(value)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void answersSayWhichSchemaAndLevelTookTheRequest() throws Exception {
    try (RunningServer server = start(limits -> limits)) {
      HttpResponse<String> answer = get(server, "bob", CONFIG_MAPS);
      assertThat(answer.headers().firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .hasValue(uid(server, "flowschemas", "global-default"));
      assertThat(answer.headers().firstValue("X-Kubernetes-PF-PriorityLevel-UID"))
          .hasValue(uid(server, "prioritylevelconfigurations", "global-default"));

      schema(server, "bobs", "workload-low", "bob");
      assertThat(
              get(server, "bob", CONFIG_MAPS)
                  .headers()
                  .firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .as("the next request after the write was answered")
          .hasValue(uid(server, "flowschemas", "bobs"));
      assertThat(server.client().delete(FLOWS + "flowschemas/bobs").status()).isEqualTo(200);
      assertThat(
              get(server, "bob", CONFIG_MAPS)
                  .headers()
                  .firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .hasValue(uid(server, "flowschemas", "global-default"));

      String metrics = server.client().get("/metrics").body();
      assertThat(metrics)
          .contains(
              "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"workload-low\"} 245\n",
              "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"global-default\"} 49\n",
              "apiserver_flowcontrol_lower_limit_seats{priority_level=\"system\"} 50\n",
              "apiserver_flowcontrol_dispatched_requests_total{priority_level=\"workload-low\","
                  + "flow_schema=\"bobs\"} 1\n",
              "apiserver_flowcontrol_request_wait_duration_seconds_count{"
                  + "priority_level=\"workload-low\",flow_schema=\"bobs\",execute=\"true\"} 1\n",
              "apiserver_flowcontrol_request_execution_seconds_count{"
                  + "priority_level=\"workload-low\",flow_schema=\"bobs\",type=\"regular\"} 1\n");
      assertThat(get(server, "bob", "/api/v1/nodes/x/proxy/").headers().map())
          .as("what lasts has no level")
          .doesNotContainKey("x-kubernetes-pf-flowschema-uid");
    }
  }

  @Test
  void aLevelThatRejectsSendsAwayWhoeverFindsNoSeat() throws Exception {
    try (RunningServer server = start(limits -> limits);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      level(server, "one", "{\"type\":\"Reject\"}");
      schema(server, "mallorys", "one", "mallory");
      Client mallory = server.client("mallory");
      Future<Answer> first =
          clients.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.light("a")));
      working.acquire();
      HttpResponse<String> refused = get(server, "mallory", CONFIG_MAPS);
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.body()).isEqualTo("Too many requests, please try again later.\n");
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(refused.headers().firstValue("Content-Type"))
          .hasValue("text/plain; charset=utf-8");
      assertThat(refused.headers().firstValue("X-Kubernetes-PF-PriorityLevel-UID"))
          .hasValue(uid(server, "prioritylevelconfigurations", "one"));
      assertThat(server.client("bob").get(CONFIG_MAPS).status()).isEqualTo(200);
      assertThat(get(server, "mallory", "/livez").statusCode()).as("a probe").isEqualTo(200);
      assertThat(server.client().get("/metrics").body())
          .contains(
              "apiserver_flowcontrol_rejected_requests_total{priority_level=\"one\","
                  + "flow_schema=\"mallorys\",reason=\"concurrency-limit\"} 1\n",
              "apiserver_flowcontrol_request_wait_duration_seconds_count{"
                  + "priority_level=\"one\",flow_schema=\"mallorys\",execute=\"false\"} 1\n",
              "apiserver_flowcontrol_current_executing_seats{priority_level=\"one\","
                  + "flow_schema=\"mallorys\"} 1\n");
      assertThat(server.client().get(DUMP + "requests?includeRequestDetails=1").body())
          .containsPattern("one, +mallorys, +-1, +-1, .* mallory, +create, ");
      done.release();
      assertThat(first.get().status()).isEqualTo(201);
      assertThat(mallory.get(CONFIG_MAPS).status()).isEqualTo(200);
    }
  }

  /** The attack: watches that find nothing, but have everything looked through. */
  @Test
  void aWatchPaysForLookingThroughWhatThereIsEvenIfItIsToldNothing() throws Exception {
    try (RunningServer server = start(limits -> limits)) {
      schema(server, "mallorys", "workload-low", "mallory");
      server.client().json("POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"c\"}}");
      String begin = CONFIG_MAPS + "?watch=1&timeoutSeconds=1&labelSelector=no%3Dmatch";
      HttpResponse<String> answer = get(server, "mallory", begin + "&resourceVersion=0");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
      assertThat(server.client().get("/metrics").body())
          .as("once to begin, and once to look")
          .contains(
              "apiserver_flowcontrol_dispatched_requests_total{priority_level=\"workload-low\","
                  + "flow_schema=\"mallorys\"} 2\n");
    }
  }

  @Test
  void whoActsAsAnotherHasThatOnesLevelAndNobodyMayJustSaySo() throws Exception {
    try (RunningServer server = start(limits -> limits);
        HttpClient http = HttpClient.newBuilder().sslContext(TrustAll.context()).build()) {
      schema(server, "bobs", "workload-low", "bob");
      HttpRequest.Builder asked =
          HttpRequest.newBuilder(URI.create(server.url() + CONFIG_MAPS))
              .header("Authorization", "Bearer mallory")
              .header("Impersonate-User", "bob");
      assertThat(
              http.send(asked.build(), HttpResponse.BodyHandlers.ofString())
                  .headers()
                  .firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .hasValue(uid(server, "flowschemas", "bobs"));
      HttpResponse<String> refused =
          http.send(
              HttpRequest.newBuilder(URI.create(server.url() + CONFIG_MAPS))
                  .header("Authorization", "Bearer eve")
                  .header("Impersonate-User", "root")
                  .header("Impersonate-Group", "system:masters")
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.headers().map())
          .as("it got nowhere near a level")
          .doesNotContainKey("x-kubernetes-pf-flowschema-uid");
    }
  }

  @Test
  void thoseWhoWaitGoOnWhateverBecomesOfTheirLevel() throws Exception {
    String queue =
        "{\"type\":\"Queue\",\"queuing\":{\"queues\":4,\"handSize\":2,\"queueLengthLimit\":50}}";
    try (RunningServer server = start(limits -> limits);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      level(server, "narrow", queue.replace("\"queues\":4", "\"queues\":8"));
      server
          .client()
          .text(
              "PATCH",
              FLOWS + "prioritylevelconfigurations/narrow",
              "application/merge-patch+json",
              "{\"spec\":{\"limited\":{\"nominalConcurrencyShares\":1}}}");
      schema(server, "mallorys", "narrow", "mallory");
      Client mallory = server.client("mallory");
      List<Future<Answer>> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String body = SlowWidgets.light("w" + i);
        all.add(clients.submit(() -> mallory.json("POST", WIDGETS, body)));
      }
      working.acquire(3);
      until(server, "narrow", 5, "3");
      until(server, "narrow", 4, "57");

      // other settings while they wait
      for (String limited :
          List.of(
              "{\"limitResponse\":{\"queuing\":{\"queues\":16}}}",
              "{\"limitResponse\":{\"queuing\":{\"queues\":2,\"queueLengthLimit\":1}}}",
              "{\"limitResponse\":{\"type\":\"Reject\",\"queuing\":null}}")) {
        Answer patched =
            server
                .client()
                .text(
                    "PATCH",
                    FLOWS + "prioritylevelconfigurations/narrow",
                    "application/merge-patch+json",
                    "{\"spec\":{\"limited\":" + limited + "}}");
        assertThat(patched.status()).as(patched.body()).isEqualTo(200);
      }
      assertThat(mallory.get(CONFIG_MAPS).status()).as("nobody waits here now").isEqualTo(429);

      // and none at all
      server.client().delete(FLOWS + "prioritylevelconfigurations/narrow");
      assertThat(mallory.get(CONFIG_MAPS).status()).as("in another level").isEqualTo(200);
      assertThat(row(server, "narrow").get(3)).as("is quiescing").isEqualTo("true");
      assertThat(
              server.client().get(FLOWS + "flowschemas/mallorys").at("/status/conditions/0/status"))
          .as("dangles")
          .isEqualTo("True");
      done.release(60);
      for (Future<Answer> each : all) {
        assertThat(each.get().status()).isEqualTo(201);
      }
    }
  }

  @Test
  void aClientThatIsGoneLeavesItsQueue() throws Exception {
    try (RunningServer server = start(limits -> limits);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      level(
          server,
          "narrow",
          "{\"type\":\"Queue\",\"queuing\":{\"queues\":1,\"handSize\":1,\"queueLengthLimit\":50}}");
      server
          .client()
          .text(
              "PATCH",
              FLOWS + "prioritylevelconfigurations/narrow",
              "application/merge-patch+json",
              "{\"spec\":{\"limited\":{\"nominalConcurrencyShares\":1}}}");
      schema(server, "mallorys", "narrow", "mallory");
      Client mallory = server.client("mallory");
      List<Future<Answer>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String body = SlowWidgets.light("w" + i);
        all.add(clients.submit(() -> mallory.json("POST", WIDGETS, body)));
      }
      working.acquire(3);
      try (HttpClient http = HttpClient.newBuilder().sslContext(TrustAll.context()).build()) {
        CompletableFuture<HttpResponse<String>> waits =
            http.sendAsync(
                HttpRequest.newBuilder(URI.create(server.url() + CONFIG_MAPS))
                    .header("Authorization", "Bearer mallory")
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        until(server, "narrow", 4, "1");
        waits.cancel(true);
        until(server, "narrow", 4, "0");
        assertThat(row(server, "narrow").get(9)).as("cancelled").isEqualTo("1");
        http.shutdownNow();
      }
      done.release(3);
      for (Future<Answer> each : all) {
        assertThat(each.get().status()).isEqualTo(201);
      }
    }
  }

  @Test
  void withoutPriorityAndFairnessReadsAndWritesHaveALimitEach() throws Exception {
    InflightLimits one = new InflightLimits(1, 1, false);
    try (RunningServer server = start(limits -> limits.with(limits.flow().with(one)));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Client mallory = server.client("mallory");
      Future<Answer> first =
          clients.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.light("a")));
      working.acquire();
      assertThat(
              server
                  .client("bob")
                  .json("POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"b\"}}")
                  .status())
          .isEqualTo(429);
      assertThat(
              server.client().json("POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"c\"}}").status())
          .as("an administrator")
          .isEqualTo(201);
      HttpResponse<String> read = get(server, "bob", CONFIG_MAPS);
      assertThat(read.statusCode()).isEqualTo(200);
      assertThat(read.headers().map()).doesNotContainKey("x-kubernetes-pf-flowschema-uid");
      assertThat(server.client().get("/livez?verbose").body())
          .contains(
              "poststarthook/max-in-flight-filter ok\n", "priority-and-fairness-config-producer")
          .doesNotContain("priority-and-fairness-filter", "priority-and-fairness-config-consumer");
      done.release();
      assertThat(first.get().status()).isEqualTo(201);
    }
  }

  @Test
  void aServerMendsItsOwnFlowsWhenItStarts() throws Exception {
    try (RunningServer server = start(limits -> limits)) {
      Client admin = server.client();
      assertThat(admin.delete(FLOWS + "flowschemas/exempt").status()).isEqualTo(200);
      assertThat(admin.get("/livez").status()).as("still exempt").isEqualTo(200);
      assertThat(
              get(server, "let-me-in", CONFIG_MAPS)
                  .headers()
                  .firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .as("imagined, and so without one")
          .hasValue("");
      patch(admin, "workload-low", "{\"spec\":{\"limited\":{\"nominalConcurrencyShares\":7}}}");
      patch(
          admin,
          "workload-high",
          "{\"metadata\":{\"annotations\":{\"apf.kubernetes.io/autoupdate-spec\":\"false\"}},"
              + "\"spec\":{\"limited\":{\"nominalConcurrencyShares\":7}}}");
      patch(admin, "exempt", "{\"spec\":{\"exempt\":{\"nominalConcurrencyShares\":5}}}");
    }
    try (RunningServer server = RunningServer.configured(directory, config -> config)) {
      Client admin = server.client();
      assertThat(admin.get(FLOWS + "flowschemas/exempt").status()).isEqualTo(200);
      assertThat(shares(admin, "workload-low")).as("restored").isEqualTo("100");
      assertThat(shares(admin, "workload-high")).as("taken over").isEqualTo("7");
      assertThat(
              admin
                  .get(FLOWS + "prioritylevelconfigurations/exempt")
                  .at("/spec/exempt/nominalConcurrencyShares"))
          .as("people's to say")
          .isEqualTo("5");
    }
  }

  private static void patch(Client admin, String level, String patch) {
    Answer answer =
        admin.text(
            "PATCH",
            FLOWS + "prioritylevelconfigurations/" + level,
            "application/merge-patch+json",
            patch);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private static String shares(Client admin, String level) {
    return admin
        .get(FLOWS + "prioritylevelconfigurations/" + level)
        .at("/spec/limited/nominalConcurrencyShares");
  }
}
