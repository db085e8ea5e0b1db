package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.client.api.ApiClient;
import dev.muster.scheduler.Scheduler;
import java.time.Clock;

/** A scheduler in the API server's own process, under its own name. */
final class LocalScheduler implements AutoCloseable {
  private final ApiClient client;
  private final Scheduler scheduler;

  private LocalScheduler(ApiClient client) {
    this.client = client;
    this.scheduler = Scheduler.start(client, Clock.systemUTC());
  }

  static LocalScheduler start(ApiServer server) {
    LocalScheduler local =
        new LocalScheduler(new ApiClient(server.controllerConnections().scheduler()));
    server.runsBeside("scheduler", local.scheduler::fault);
    return local;
  }

  @Override
  public void close() {
    scheduler.close();
    client.close();
  }
}
