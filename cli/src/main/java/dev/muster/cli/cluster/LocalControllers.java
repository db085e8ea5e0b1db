package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.controllers.RunningControllers;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;

/** The controllers in the API server's own process: its own, and those for workloads. */
public final class LocalControllers implements AutoCloseable {
  private static final String LEASE = "kube-controller-manager";

  private final Closing closing = new Closing();

  private LocalControllers() {}

  /**
   * @param words what {@code --controllers} says
   * @param election if they work only while a Lease is theirs; the server's own wait for that
   */
  public static LocalControllers start(
      ApiServer server, Collection<String> words, Optional<Timing> election) {
    LocalControllers local = new LocalControllers();
    if (election.isEmpty()) {
      local.closing.add(run(server, words));
    } else if (!words.isEmpty()) {
      ApiClient client = local.closing.add(new ApiClient(server.controllerConnections().shared()));
      local.closing.add(
          LeaderElected.start(LEASE, client, election.get(), () -> lead(server, words)));
    }
    return local;
  }

  private static LeaderElected.Work lead(ApiServer server, Collection<String> words) {
    Closing work = new Closing();
    try {
      work.add(server.lead());
      work.add(run(server, words));
      return work::close;
    } catch (RuntimeException e) {
      work.close();
      throw e;
    }
  }

  private static RunningControllers run(ApiServer server, Collection<String> words) {
    return RunningControllers.start(server.controllerConnections(), words, Clock.systemUTC());
  }

  @Override
  public void close() {
    closing.close();
  }
}
