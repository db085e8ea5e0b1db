package dev.muster.cli;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.LocalControllers;
import dev.muster.client.leases.LeaderElection.Timing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster apiserver}: the API server alone. */
@Command(
    name = "apiserver",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    usageHelpWidth = 110,
    sortOptions = false,
    description = "Runs the API server alone, without controllers unless asked.",
    footer = {"", "Example:", "  muster apiserver --data /var/lib/muster --controllers='*'"})
final class ApiserverCommand implements Callable<Integer> {
  @Mixin private ServerFlags flags = new ServerFlags();

  @Option(
      names = "--controllers",
      split = ",",
      paramLabel = "NAME",
      description = "Controllers to run: * for all, -NAME for all but one (default: none).")
  private List<String> controllers = List.of();

  @Override
  public Integer call() throws Exception {
    ServerConfig config = flags.config(new LinkedHashSet<>(controllers), false);
    return run(config, flags.election());
  }

  /** Starts a server, says where it is, and waits until the process is told to stop. */
  static int run(ServerConfig config, Optional<Timing> election) throws Exception {
    ApiServer server = ApiServer.start(config);
    LocalControllers controllers =
        LocalControllers.start(server, config.background().controllers(), election);
    UntilStopped running =
        UntilStopped.closing(
            () -> {
              controllers.close();
              server.close();
            });
    System.out.println("kubeconfig  " + server.kubeconfig());
    System.out.println("server      " + server.url());
    System.out.println(
        "try         kubectl --kubeconfig " + server.kubeconfig() + " get namespaces");
    System.out.println("ready");
    running.await();
    return 0;
  }
}
