package dev.muster.apiserver.fabric8;

import dev.muster.apiserver.running.RunningServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** Clients of a server, made from its admin kubeconfig. */
final class Fabric8 {
  private Fabric8() {}

  /** As it comes: it watches over WebSockets. */
  static KubernetesClient client(RunningServer server) {
    return new KubernetesClientBuilder().withConfig(config(server)).build();
  }

  /** One that watches over plain HTTP. */
  static KubernetesClient httpWatching(RunningServer server) {
    Config config = config(server);
    config.setOnlyHttpWatches(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private static Config config(RunningServer server) {
    return Config.fromKubeconfig(server.kubeconfig().toFile());
  }
}
