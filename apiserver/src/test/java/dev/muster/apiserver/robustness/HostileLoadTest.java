package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.flow.FlowLimits;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.running.SlowWidgets;
import dev.muster.apiserver.server.Limits;
import dev.muster.base.deadline.Deadline;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant takes all it can get; the others do not notice. */
class HostileLoadTest {
  private static final String WIDGETS = SlowWidgets.PATH;
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path directory;

  private final Semaphore computing = new Semaphore(0);
  private volatile boolean released;
  private volatile boolean checks = true;

  private RunningServer start(UnaryOperator<Limits> change) throws Exception {
    return RunningServer.withTenants(directory, change, this::validate);
  }

  /** Computes until it is released, or its request has to end. */
  private void validate() {
    computing.release();
    while (!released) {
      if (checks) {
        Deadline.check();
      }
    }
  }

  private static FlowLimits flow(int streamsPerUser, int seats, int seatsPerUser, int places) {
    FlowLimits usual = FlowLimits.defaults();
    return new FlowLimits(
        usual.requests(),
        usual.requestsPerUser(),
        usual.streams(),
        streamsPerUser,
        seats,
        seatsPerUser,
        4 * places,
        places,
        Duration.ofMinutes(1),
        usual.backlog(),
        usual.backlogPerUser(),
        usual.inflight());
  }

  private static String configMap(String name, int bytes) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
        + name
        + "\"},\"data\":{\"text\":\""
        + "x".repeat(bytes)
        + "\"}}";
  }

  @Test
  void computingWithoutEndStopsNeitherHealthChecksNorOthers() throws Exception {
    checks = false;
    int carriers = Runtime.getRuntime().availableProcessors();
    int seats = 2 * carriers + 2;
    try (RunningServer server = start(limits -> limits.with(flow(10, seats, seats - 1, seats)));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Client mallory = server.client("mallory");
      List<Future<Answer>> heavy = new ArrayList<>();
      for (int i = 0; i < seats - 1; i++) {
        String body = SlowWidgets.heavy("w" + i);
        heavy.add(clients.submit(() -> mallory.json("POST", WIDGETS, body)));
      }
      computing.acquire(seats - 1);

      assertThat(server.client().get("/livez").body()).isEqualTo("ok");
      assertThat(server.client("").get("/readyz").status()).isIn(200, 401);
      assertThat(server.client().get("/metrics").body())
          .contains(
              "muster_heavy_requests{class=\"workload\"} " + (seats - 1),
              "apiserver_flowcontrol_current_executing_requests{"
                  + "priority_level=\"global-default\",flow_schema=\"global-default\"} "
                  + (seats - 1));
      assertThat(server.client().json("POST", CONFIG_MAPS, configMap("a", 10)).status())
          .isEqualTo(201);
      assertThat(server.client().json("POST", CONFIG_MAPS, configMap("b", 100_000)).status())
          .isEqualTo(201);
      Client bob = server.client("bob");
      assertThat(bob.get(CONFIG_MAPS + "/a").status()).isEqualTo(200);
      assertThat(bob.json("POST", CONFIG_MAPS, configMap("c", 100_000)).status())
          .as("heavy, and in a seat that mallory cannot have")
          .isEqualTo(201);

      released = true;
      for (Future<Answer> each : heavy) {
        assertThat(each.get().status()).as("done, or too late").isIn(201, 504);
      }
    }
  }

  @Test
  void whoHasItsPlacesIsToldToComeBackLater() throws Exception {
    try (RunningServer server = start(limits -> limits.with(flow(10, 1, 1, 2)));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Client mallory = server.client("mallory");
      Future<Answer> first =
          clients.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.heavy("w1")));
      computing.acquire();
      // one of the two waits, and whichever came later finds no place
      CompletionService<Answer> others = new ExecutorCompletionService<>(clients);
      others.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.heavy("w2")));
      others.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.heavy("w3")));
      Answer refused = others.take().get();
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.body()).isEqualTo("Too many requests, please try again later.\n");
      released = true;
      assertThat(first.get().status()).isEqualTo(201);
      assertThat(others.take().get().status()).isEqualTo(201);
    }
  }

  /** What is heavy has no place left while another computes, and what is light needs none. */
  @Test
  void whatMayComputeForLongTakesASeatHoweverSmallItIs() throws Exception {
    try (RunningServer server = start(limits -> limits.with(flow(10, 1, 1, 1)));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Client admin = server.client();
      String large = "\"" + "x".repeat(100_000) + "\"";
      admin.json("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"few\"}}");
      admin.json("POST", "/api/v1/namespaces/few/configmaps", configMap("large", 100_000));
      admin.json("POST", CONFIG_MAPS, configMap("small", 10));
      admin.json(
          "POST",
          "/api/v1/namespaces",
          "{\"metadata\":{\"name\":\"big\",\"annotations\":{\"a\":" + large + "}}}");
      admin.json(
          "POST",
          "/api/v1/namespaces/few/serviceaccounts",
          "{\"metadata\":{\"name\":\"big\",\"annotations\":{\"a\":" + large + "}}}");
      Client mallory = server.client("mallory");
      Future<Answer> first =
          clients.submit(() -> mallory.json("POST", WIDGETS, SlowWidgets.heavy("w1")));
      computing.acquire();

      SoftAssertions all = new SoftAssertions();
      for (String row :
          """
          200 | GET    | /api/v1/namespaces/few/configmaps/large       | application/json |
          429 | GET    | /api/v1/namespaces/few/configmaps/large       | application/yaml |
          429 | GET    | /api/v1/namespaces/few/configmaps/large?pretty=true | application/json |
          200 | GET    | /api/v1/namespaces/few/configmaps             | application/json |
          429 | GET    | /api/v1/namespaces/few/configmaps             | application/yaml |
          429 | GET    | /api/v1/namespaces/few/configmaps             | application/json;as=Table;v=v1;g=meta.k8s.io |
          200 | GET    | /api/v1/namespaces/default/configmaps         | application/json;as=Table;v=v1;g=meta.k8s.io |
          429 | DELETE | /api/v1/namespaces/few/configmaps             | application/json |
          200 | GET    | /api/v1/namespaces/default/configmaps/small   | application/yaml |
          200 | GET    | /api/v1/namespaces/default/status             | application/json |
          429 | GET    | /api/v1/namespaces/big/status                 | application/json |
          201 | POST   | /api/v1/namespaces/default/configmaps         | application/json | {"metadata":{"name":"json"}}
          429 | POST   | /api/v1/namespaces/default/configmaps         | application/yaml | metadata: {name: yaml}
          200 | PATCH  | /api/v1/namespaces/default/configmaps/small   | application/merge-patch+json | {"data":{"b":"c"}}
          429 | PATCH  | /api/v1/namespaces/default/configmaps/small   | application/json-patch+json | [{"op":"copy","from":"/data","path":"/metadata/annotations"}]
          429 | PATCH  | /api/v1/namespaces/default/configmaps/small   | application/apply-patch+yaml | metadata: {name: small}
          429 | PATCH  | /api/v1/namespaces/few/configmaps/large       | application/merge-patch+json | {"data":{"b":"c"}}
          429 | PATCH  | /api/v1/namespaces/big/status                 | application/merge-patch+json | {}
          429 | POST   | /api/v1/namespaces/few/serviceaccounts/big/token | application/json | {}
          201 | POST   | /apis/authorization.k8s.io/v1/selfsubjectaccessreviews | application/json | {"spec":{"nonResourceAttributes":{"path":"/","verb":"get"}}}
          429 | POST   | /apis/authorization.k8s.io/v1/selfsubjectaccessreviews | application/yaml | spec: {}
          429 | POST   | /apis/access.muster.dev/v1/accessexplanations | application/json | {"spec":{"nonResourceAttributes":{"path":"/","verb":"get"}}}
          429 | POST   | /apis/access.muster.dev/v1/whocans            | application/json | {"spec":{"nonResourceAttributes":{"path":"/","verb":"get"}}}
          429 | POST   | /apis/access.muster.dev/v1/subjectaccesses    | application/json | {"spec":{}}
          429 | POST   | /apis/access.muster.dev/v1/accesschanges      | application/json | {"spec":{"manifest":"{}"}}
          """
              .lines()
              .toList()) {
        String[] cells = row.split(" *\\| *", 5);
        boolean body = !cells[4].isEmpty();
        Answer answer =
            mallory.send(
                cells[1],
                cells[2],
                body ? cells[4].getBytes(StandardCharsets.UTF_8) : null,
                Map.of(body ? "Content-Type" : "Accept", List.of(cells[3])));
        all.assertThat(answer.status()).as(row + "\n" + answer.body()).hasToString(cells[0]);
      }
      released = true;
      all.assertAll();
      assertThat(first.get().status()).isEqualTo(201);
    }
  }

  @Test
  void aWriteEndsWithTheTimeThatItsClientGaveIt() throws Exception {
    try (RunningServer server = start(limits -> limits)) {
      Answer late =
          server
              .client("mallory")
              .json("POST", WIDGETS + "?timeout=100ms", SlowWidgets.heavy("late"));
      assertThat(late.status()).isEqualTo(504);
      assertThat(late.at("/reason")).isEqualTo("Timeout");
      assertThat(server.client().get(WIDGETS + "/late").status()).isEqualTo(404);
    }
  }

  @Test
  void aServerHasATimeForEveryRequest() throws Exception {
    try (RunningServer server =
        start(limits -> limits.withRequestTimeout(Duration.ofMillis(300)))) {
      Answer late =
          server.client("mallory").json("POST", WIDGETS + "?timeout=1h", SlowWidgets.heavy("late"));
      assertThat(late.status()).isEqualTo(504);
      assertThat(server.client("mallory").get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void watchesOfOneUserLeaveRoomForAllOthers() throws Exception {
    String watch = CONFIG_MAPS + "?watch=true";
    List<InputStream> open = new ArrayList<>();
    try (RunningServer server = start(limits -> limits.with(flow(5, 4, 2, 4)))) {
      for (int i = 0; i < 5; i++) {
        open.add(server.client("mallory").open(watch));
      }
      Answer refused = server.client("mallory").get(watch);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.body()).isEqualTo("Too many requests, please try again later.\n");
      assertThat(server.client("mallory").get(CONFIG_MAPS).status())
          .as("what does not last is counted apart")
          .isEqualTo(200);

      open.add(server.client("bob").open(watch));
      for (int i = 0; i < 7; i++) {
        open.add(server.client().open(watch));
      }
      assertThat(server.client().get("/livez").body()).isEqualTo("ok");
      assertThat(server.client().get("/metrics").body())
          .contains(
              "apiserver_flowcontrol_rejected_requests_total{priority_level=\"global-default\","
                  + "flow_schema=\"global-default\",reason=\"concurrency-limit\"} 1");

      open.removeFirst().close();
      Answer again = server.client("mallory").get(watch + "&timeoutSeconds=1");
      while (again.status() == 429) {
        // the server has not heard yet that the watch is closed
        again = server.client("mallory").get(watch + "&timeoutSeconds=1");
      }
      assertThat(again.status()).isEqualTo(200);
    } finally {
      for (InputStream each : open) {
        each.close();
      }
    }
  }

  @Test
  void aFullStoreSaysSoAndTakesDeletions() throws Exception {
    long quota = 4 << 20;
    try (RunningServer server = start(limits -> limits.withQuotaBackendBytes(quota))) {
      Client admin = server.client();
      int stored = 0;
      Answer last = admin.json("POST", CONFIG_MAPS, configMap("m" + stored, 500_000));
      while (last.status() == 201) {
        stored++;
        last = admin.json("POST", CONFIG_MAPS, configMap("m" + stored, 500_000));
      }
      assertThat(stored).isBetween(5, 8);
      assertThat(last.status()).isEqualTo(507);
      assertThat(last.at("/reason")).isEqualTo("InsufficientStorage");
      assertThat(last.at("/message"))
          .isEqualTo(
              "database space exceeded: delete objects, or have --quota-backend-bytes raised");
      assertThat(admin.get("/readyz").body()).isEqualTo("ok");
      assertThat(admin.get("/readyz?verbose").body())
          .containsPattern("\\[\\+]storage-quota ok: the store holds [0-9]+ of at most " + quota);
      assertThat(admin.get("/metrics").body())
          .contains("muster_storage_alarm{alarm=\"NOSPACE\"} 1\n")
          .contains("etcd_server_quota_backend_bytes " + quota + "\n");

      Answer mark =
          admin.send(
              "PATCH",
              CONFIG_MAPS + "/m0",
              "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}".getBytes(StandardCharsets.UTF_8),
              Map.of("Content-Type", List.of("application/merge-patch+json")));
      assertThat(mark.status())
          .as("a small change of what is there: %s", mark.body())
          .isEqualTo(200);
      for (int i = 0; i < stored; i++) {
        assertThat(admin.delete(CONFIG_MAPS + "/m" + i).status()).isEqualTo(200);
      }
      assertThat(admin.json("POST", CONFIG_MAPS, configMap("again", 500_000)).status())
          .isEqualTo(201);
      assertThat(admin.get("/metrics").body())
          .contains("muster_storage_alarm{alarm=\"NOSPACE\"} 0\n");
    }
  }

  @Test
  void historyDoesNotFillTheStore() throws Exception {
    long quota = 4 << 20;
    try (RunningServer server = start(limits -> limits.withQuotaBackendBytes(quota))) {
      Client mallory = server.client("mallory");
      assertThat(mallory.json("POST", CONFIG_MAPS, configMap("churn", 500_000)).status())
          .isEqualTo(201);
      for (int i = 0; i < 20; i++) {
        String other = configMap("churn", 500_000).replaceFirst("xx", "x" + i);
        assertThat(mallory.json("PUT", CONFIG_MAPS + "/churn", other).status()).isEqualTo(200);
      }
    }
  }
}
