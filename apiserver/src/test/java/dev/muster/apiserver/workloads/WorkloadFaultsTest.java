package dev.muster.apiserver.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiTransport;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to controllers, there are as many pods in the end as there should be. */
@SuppressWarnings("try") // running is all that is asked of them
class WorkloadFaultsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private static RunningServer server;
  private static ApiClient replicaSets;
  private static ApiClient everything;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = RunningServer.recordedWithControllers(directory);
    replicaSets = client("replicaset-controller");
    everything = client("generic-garbage-collector");
  }

  private static ApiClient client(String account) {
    ApiTransport transport = server.server().controllerConnections().as(account);
    return new ApiClient(transport);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ObjectNode replicaSet(String name, int replicas) throws IOException {
    String text =
        """
        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"%1$s"},
         "spec":{"replicas":%2$d,"selector":{"matchLabels":{"app":"%1$s"}},
          "template":{"metadata":{"labels":{"app":"%1$s"}},
           "spec":{"containers":[{"name":"c","image":"i"}]}}}}
        """
            .formatted(name, replicas);
    return (ObjectNode) JSON.readTree(text);
  }

  private static void create(String name, int replicas) throws IOException {
    byte[] body = JSON.writeValueAsBytes(replicaSet(name, replicas));
    String path = "/apis/apps/v1/namespaces/default/replicasets";
    assertThat(
            server
                .client()
                .send("POST", path, body, Map.of("Content-Type", List.of("application/json")))
                .status())
        .isEqualTo(201);
  }

  private static int pods(String name) throws IOException {
    int count = 0;
    for (JsonNode pod : everything.get(PODS + "?labelSelector=app%3D" + name).path("items")) {
      count += pod.path("metadata").has("deletionTimestamp") ? 0 : 1;
    }
    return count;
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it does not come to that");
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  @Test
  void controllersThatAreKilledOverAndOverMakeNoPodTooMany() throws Exception {
    create("killed", 60);
    for (int life = 0; life < 6; life++) {
      int before = pods("killed");
      try (RunningControllers running = InProcessControllers.start(server.server())) {
        if (before < 60) {
          await(() -> pods("killed") > before);
        }
      }
      assertThat(pods("killed")).isLessThanOrEqualTo(60);
    }
    try (RunningControllers running = InProcessControllers.start(server.server())) {
      await(() -> pods("killed") == 60 && settled("killed", 60));
    }
    assertThat(pods("killed")).isEqualTo(60);
  }

  private static boolean settled(String name, int replicas) throws IOException {
    ObjectNode one = replicaSets.get("/apis/apps/v1/namespaces/default/replicasets/" + name);
    return one.path("status").path("replicas").asInt() == replicas;
  }

  @Test
  void aThousandPodsThatAreDeletedAtOnceComeBackExactlyOnce() throws Exception {
    create("deleted", 1_000);
    try (RunningControllers running = InProcessControllers.start(server.server())) {
      await(() -> settled("deleted", 1_000));
      assertThat(server.client().delete(PODS + "?labelSelector=app%3Ddeleted").status())
          .isEqualTo(200);
      await(() -> pods("deleted") == 1_000);
      await(() -> settled("deleted", 1_000));
      assertThat(pods("deleted")).isEqualTo(1_000);
    }
  }

  @Test
  void aPodOfAnotherNamespaceThatNamesTheOwnersUidIsNothingToIt() throws Exception {
    create("named", 0);
    String path = "/apis/apps/v1/namespaces/default/replicasets/named";
    String uid = replicaSets.get(path).at("/metadata/uid").asText();
    Map<String, List<String>> json = Map.of("Content-Type", List.of("application/json"));
    String pod =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"foreign","labels":{"app":"named"},
         "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"named",
          "uid":"%s","controller":true}]},"spec":{"containers":[{"name":"c","image":"i"}]}}
        """
            .formatted(uid);
    byte[] body = pod.getBytes(StandardCharsets.UTF_8);
    String elsewhere = "/api/v1/namespaces/kube-public/pods";
    assertThat(server.client().send("POST", elsewhere, body, json).status()).isEqualTo(201);
    try (RunningControllers running = InProcessControllers.start(server.server())) {
      byte[] one = "{\"spec\":{\"replicas\":1}}".getBytes(StandardCharsets.UTF_8);
      Map<String, List<String>> merge =
          Map.of("Content-Type", List.of("application/merge-patch+json"));
      assertThat(server.client().send("PATCH", path, one, merge).status()).isEqualTo(200);
      await(() -> pods("named") == 1 && settled("named", 1));
    }
  }

  @Test
  void eachControllerMayDoWhatItsRoleSaysAndNothingElse() throws IOException {
    assertThat(replicaSets.get(PODS).path("kind").asText()).isEqualTo("PodList");
    try {
      replicaSets.get("/api/v1/namespaces/default/secrets");
      throw new AssertionError("a controller read secrets");
    } catch (ApiProblem e) {
      assertThat(e.code()).isEqualTo(403);
      assertThat(e)
          .hasMessage(
              "secrets is forbidden: User"
                  + " \"system:serviceaccount:kube-system:replicaset-controller\" cannot list"
                  + " resource \"secrets\" in API group \"\" in the namespace \"default\"");
    }
  }
}
