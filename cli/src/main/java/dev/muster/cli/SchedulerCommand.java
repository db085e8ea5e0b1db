package dev.muster.cli;

import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.node.schedule.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code muster scheduler}: the scheduler alone, for any API server. */
@Command(
    name = "scheduler",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Binds the pods of an API server to its nodes, as kube-scheduler does.",
    footer = {"", "Example:", "  muster scheduler --kubeconfig scheduler.kubeconfig"})
final class SchedulerCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "The API server, as user system:kube-scheduler.")
  private Path kubeconfig = Path.of("kubeconfig");

  @Override
  public Integer call() throws Exception {
    ClientConfig api = ClientConfig.read(kubeconfig);
    ApiClient client = new ApiClient(api);
    Scheduler scheduler = Scheduler.start(client, Clock.systemUTC());
    UntilStopped running =
        UntilStopped.closing(
            () -> {
              scheduler.close();
              client.close();
            });
    System.out.println("server      " + api.server());
    System.out.println("ready");
    running.await();
    return 0;
  }
}
