package dev.muster.apiserver.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.controllers.RunningControllers;
import dev.muster.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers of another process, as it were, whose API server is stopped and started again. */
@Timeout(120)
class ServerRestartTest {
  private static final int REPLICAS = 80;
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String REPLICA_SET =
      """
      {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web"},
       "spec":{"replicas":80,"selector":{"matchLabels":{"app":"web"}},
        "template":{"metadata":{"labels":{"app":"web"}},
         "spec":{"containers":[{"name":"c","image":"i"}]}}}}
      """;

  /** All as the administrator, over the network. */
  private record Network(ClientConfig config) implements ControllerConnections {
    private ApiTransport transport() {
      return new NetworkTransport(config, "kube-controller-manager");
    }

    @Override
    public ApiTransport shared() {
      return transport();
    }

    @Override
    public ApiTransport as(String serviceAccount) {
      return transport();
    }

    @Override
    public ApiTransport scheduler() {
      return transport();
    }

    @Override
    public ApiTransport node(String name) {
      return transport();
    }
  }

  @Test
  void thereAreAsManyPodsAsAskedForAfterTheServerWasAway(@TempDir Path directory) throws Exception {
    ServerConfig config =
        ServerConfig.in(directory)
            .onPort(0)
            .with(Admission.without("ServiceAccount"))
            .with(Background.of(Set.of("*")));
    ApiServer server = ApiServer.start(config);
    ServerConfig again = config.onPort(URI.create(server.url()).getPort());
    ClientConfig admin = ClientConfig.read(server.kubeconfig());
    try (RunningControllers controllers =
            RunningControllers.start(new Network(admin), Set.of("*"), Clock.systemUTC());
        ApiClient client = new ApiClient(admin)) {
      Await.until("the controllers", () -> controllers.fault().isEmpty());
      client.create(
          "/apis/apps/v1/namespaces/default/replicasets", new ObjectMapper().readTree(REPLICA_SET));
      Await.until("the first pods", () -> count(client) > 0);
      for (int away = 0; away < 2; away++) {
        server.close();
        server = ApiServer.start(again);
        Await.until("an answer", () -> count(client) >= 0);
      }
      Await.until("all pods", () -> settled(client));
      assertThat(count(client)).isEqualTo(REPLICAS);
    } finally {
      server.close();
    }
  }

  private static boolean settled(ApiClient client) throws IOException {
    JsonNode status = client.get("/apis/apps/v1/namespaces/default/replicasets/web").path("status");
    return status.path("replicas").asInt() == REPLICAS && count(client) == REPLICAS;
  }

  private static int count(ApiClient client) {
    try {
      return client.get(PODS).path("items").size();
    } catch (IOException e) {
      return -1; // the server is away
    }
  }
}
