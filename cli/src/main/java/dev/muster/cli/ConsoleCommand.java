package dev.muster.cli;

import dev.muster.cli.console.ClusterRequests;
import dev.muster.cli.console.LocalConsole;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.client.kubeconfig.ClientConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster console}: the console for the cluster of a kubeconfig. */
@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Serves the console on this machine for any cluster, with the rights of a kubeconfig and for"
          + " reading only. Ctrl-C stops it."
    },
    footer = {"", "Example:", "  muster console --kubeconfig ~/.kube/config"})
final class ConsoleCommand implements Callable<Integer> {
  @Mixin private KubeconfigFlag kubeconfig = new KubeconfigFlag();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port on 127.0.0.1 (default: any free one).")
  private int port;

  @Override
  public Integer call() throws Exception {
    // whoever connects and says nothing does not stay
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    System.setProperty("jdk.httpserver.maxConnections", "256");
    ClientConfig cluster = ClientConfig.read(kubeconfig.file());
    LocalConsole console = LocalConsole.start(ClusterRequests.to(cluster), port);
    UntilStopped running = UntilStopped.closing(console::close);
    System.out.println("cluster     " + cluster.server());
    System.out.println("console     " + console.newLink());
    System.out.println("ready");
    running.await();
    return 0;
  }
}
