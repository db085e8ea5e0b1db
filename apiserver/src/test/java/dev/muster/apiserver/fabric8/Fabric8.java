package dev.muster.apiserver.fabric8;

import dev.muster.apiserver.running.RunningServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/** Clients of a server, made from its admin kubeconfig. */
final class Fabric8 {
  private Fabric8() {}

  static KubernetesClient client(RunningServer server) {
    Config config = Config.fromKubeconfig(server.kubeconfig().toFile());
    config.setOnlyHttpWatches(true);
    return new KubernetesClientBuilder().withConfig(config).build();
  }
}
