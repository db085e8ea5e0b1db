package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link TaintEviction} in a whole server: it hears of taints and of time that is over. */
class EvictionByTaintTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  @Test
  void podsGoWhenTheirNodeIsTainted(@TempDir Path directory) throws IOException {
    try (LiveCluster cluster = new LiveCluster(directory, "taint-eviction-controller")) {
      JsonNode node =
          cluster.ask("POST", "/api/v1/nodes", LiveCluster.object("v1", "Node", "n", "", ""));
      assertThat(node.path("metadata").path("uid").asText()).isNotEmpty();
      pod(cluster, "none", "");
      pod(
          cluster,
          "a-second",
          "{\"key\":\"broken\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":1}");
      pod(cluster, "everything", "{\"operator\":\"Exists\"}");
      JsonNode unused =
          cluster.ask(
              "PUT",
              "/api/v1/nodes/n",
              LiveCluster.object(
                  "v1",
                  "Node",
                  "n",
                  "",
                  ",\"spec\":{\"taints\":[{\"key\":\"broken\",\"effect\":\"NoExecute\"}]}"));
      awaitEvicted(cluster, "none");
      awaitEvicted(cluster, "a-second");
      assertThat(cluster.get(PODS + "/everything").path("metadata").has("deletionTimestamp"))
          .isFalse();
    }
  }

  private static void awaitEvicted(LiveCluster cluster, String pod) {
    JsonNode evicted =
        cluster.await(PODS, pod, object -> object.path("metadata").has("deletionTimestamp"));
    assertThat(evicted.path("status").path("conditions").path(0).path("reason").asText())
        .isEqualTo("DeletionByTaintManager");
  }

  private static void pod(LiveCluster cluster, String name, String tolerations) {
    JsonNode unused =
        cluster.ask(
            "POST",
            PODS,
            LiveCluster.object(
                "v1",
                "Pod",
                name,
                "",
                ",\"spec\":{\"nodeName\":\"n\",\"tolerations\":[%s],\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"
                    .formatted(tolerations)));
  }
}
