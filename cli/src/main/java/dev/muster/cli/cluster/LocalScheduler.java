package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.scheduler.Scheduler;
import java.time.Clock;
import java.util.List;

/** A scheduler in the API server's own process, under its own name. */
final class LocalScheduler implements AutoCloseable {
  private static final String USER = "system:kube-scheduler";

  private final ApiClient client;
  private final Scheduler scheduler;

  private LocalScheduler(ApiClient client) {
    this.client = client;
    this.scheduler = Scheduler.start(client, Clock.systemUTC());
  }

  static LocalScheduler start(ApiServer server, ServerConfig config) {
    String kubeconfig = server.kubeconfigFor(USER, List.of(group(server)));
    LocalScheduler local =
        new LocalScheduler(
            new ApiClient(
                ClientConfig.parse(kubeconfig, config.data().resolve(USER + ".kubeconfig"))));
    server.runsBeside("scheduler", local.scheduler::fault);
    return local;
  }

  /** Its default role is RBAC's; where there is no RBAC, nothing else would let it work. */
  private static String group(ApiServer server) {
    return server.byRole() ? "system:authenticated" : "system:masters";
  }

  @Override
  public void close() {
    scheduler.close();
    client.close();
  }
}
