package dev.muster.cli;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.leases.LeaderElection;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code muster controllers}: the workload controllers alone, for any API server. */
@Command(
    name = "controllers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 110,
    description = "Runs workload controllers for an API server, as kube-controller-manager does.",
    footer = {
      "",
      "Example:",
      "  muster controllers --kubeconfig admin.kubeconfig --controllers=deployment,replicaset"
    })
final class ControllersCommand implements Callable<Integer> {
  private static final String AGENT = "kube-controller-manager";

  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "The API server, and the user as whom all of them work.")
  private Path kubeconfig = Path.of("kubeconfig");

  @Option(
      names = "--controllers",
      split = ",",
      paramLabel = "NAME",
      description = "Controllers to run: * for all, -NAME for all but one (default: *).")
  private List<String> controllers = List.of("*");

  @Option(
      names = "--leader-elect",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "true",
      paramLabel = "BOOL",
      description = "Work only while the Lease is ours (default: ${DEFAULT-VALUE}).")
  private boolean leaderElect = true;

  @Option(
      names = "--leader-elect-resource-name",
      paramLabel = "NAME",
      defaultValue = "kube-controller-manager",
      description = "The Lease in kube-system (default: ${DEFAULT-VALUE}).")
  private String lease = "kube-controller-manager";

  @Override
  @SuppressWarnings("try") // running is all that is asked of the controllers
  public Integer call() throws Exception {
    refuseUnknown();
    ClientConfig api = ClientConfig.read(kubeconfig);
    Thread worker = Thread.currentThread();
    UntilStopped stopping = UntilStopped.closing(() -> stop(worker));
    System.out.println("server      " + api.server());
    try (ApiClient client = new ApiClient(new NetworkTransport(api, AGENT))) {
      LeaderElection election = election(client);
      if (leaderElect) {
        System.out.println("waiting     for the Lease kube-system/" + lease);
        election.acquire();
      }
      try (RunningControllers running =
          RunningControllers.start(connections(api), controllers, Clock.systemUTC())) {
        System.out.println("ready");
        if (!leaderElect) {
          stopping.await();
          return 0;
        }
        election.keep();
      } catch (InterruptedException e) {
        release(election);
        return 0;
      }
    } catch (InterruptedException e) {
      return 0;
    }
    throw new IOException("the Lease kube-system/" + lease + " is lost: another one works now");
  }

  private void refuseUnknown() {
    for (String word : controllers) {
      String name = word.startsWith("-") ? word.substring(1) : word;
      if (!name.equals("*") && !ControllerList.names().contains(name)) {
        throw new IllegalArgumentException(
            "--controllers: \""
                + name
                + "\" is not in the list of known controllers: choose from *, "
                + String.join(", ", ControllerList.names()));
      }
    }
  }

  /** Ends the work, then the process: what is under way is finished first. */
  private static void stop(Thread worker) {
    worker.interrupt();
    try {
      worker.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LeaderElection election(ApiClient client) throws IOException {
    String identity = InetAddress.getLocalHost().getHostName() + "_" + UUID.randomUUID();
    return new LeaderElection(
        client, "kube-system", lease, identity, LeaderElection.Timing.DEFAULT, Clock.systemUTC());
  }

  private static void release(LeaderElection election) {
    try {
      election.release();
    } catch (IOException e) {
      System.err.println("muster: the Lease was not released: " + e.getMessage());
    }
  }

  private static ControllerConnections connections(ClientConfig api) {
    return new ControllerConnections() {
      @Override
      public ApiTransport shared() {
        return new NetworkTransport(api, AGENT);
      }

      @Override
      public ApiTransport as(String serviceAccount) {
        return new NetworkTransport(api, AGENT);
      }

      @Override
      public ApiTransport scheduler() {
        return new NetworkTransport(api, "kube-scheduler");
      }

      @Override
      public ApiTransport node(String name) {
        return new NetworkTransport(api, "kubelet");
      }
    };
  }
}
