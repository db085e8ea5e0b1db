package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.scheduler.Scheduler;
import java.time.Clock;
import java.util.Optional;

/** A scheduler in the API server's own process, under its own name. */
final class LocalScheduler implements AutoCloseable {
  private static final String LEASE = "kube-scheduler";

  private final Closing closing = new Closing();
  private final ApiClient client;
  private volatile Optional<Scheduler> running = Optional.empty();

  private LocalScheduler(ApiClient client) {
    this.client = closing.add(client);
  }

  /**
   * @param election if it works only while a Lease is its own
   */
  static LocalScheduler start(ApiServer server, Optional<Timing> election) {
    LocalScheduler local =
        new LocalScheduler(new ApiClient(server.controllerConnections().scheduler()));
    if (election.isEmpty()) {
      local.closing.add(local.begin());
    } else {
      local.closing.add(LeaderElected.start(LEASE, local.client, election.get(), local::begin));
    }
    server.runsBeside("scheduler", local::fault);
    return local;
  }

  private LeaderElected.Work begin() {
    Scheduler scheduler = Scheduler.start(client, Clock.systemUTC());
    running = Optional.of(scheduler);
    return () -> {
      running = Optional.empty();
      scheduler.close();
    };
  }

  /** One that waits for its turn is well. */
  private Optional<String> fault() {
    return running.flatMap(Scheduler::fault);
  }

  @Override
  public void close() {
    closing.close();
  }
}
