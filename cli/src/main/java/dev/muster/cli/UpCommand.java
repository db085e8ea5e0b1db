package dev.muster.cli;

import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.PodNetworkFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.cli.images.RunningClusters;
import dev.muster.runtime.hosttools.HostTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster up}: everything in one process. */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    usageHelpWidth = 110,
    sortOptions = false,
    description = {
      "Runs API server, controllers, scheduler, node and container runtime in one process.",
      "Ctrl-C stops it. Containers need root, runc and conmon, which root gets installed."
    },
    footer = {"", "Example:", "  muster up --data /tmp/cluster --port 6443"})
final class UpCommand implements Callable<Integer> {
  @Mixin private ServerFlags flags = new ServerFlags();

  @Option(names = "--no-node", description = "No node here: pods wait for nodes that join.")
  private boolean noNode;

  @Option(
      names = "--controllers",
      split = ",",
      paramLabel = "NAME",
      description = "Controllers to run: * for all, -NAME for all but one (default: *).")
  private List<String> controllers = List.of("*");

  @Option(
      names = "--simulate-node",
      paramLabel = "NAME",
      description = "A node that only says that it runs pods; may be given several times.")
  private List<String> simulated = List.of();

  @Option(
      names = "--simulate-nodes",
      hidden = true,
      paramLabel = "N",
      description = "So many nodes that only say so, named simulated-0 and so on.")
  private int simulatedCount;

  @Option(names = "--keep-pods", description = "Leave containers running when this ends.")
  private boolean keepPods;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "SOCKET",
      description = "Run pods on this CRI runtime (default: our own, in this process).")
  private @Nullable String endpoint;

  @Mixin private NodeFlags node = new NodeFlags();

  @Mixin private RuntimeFlags runtime = new RuntimeFlags();

  @Mixin private PodNetworkFlags network = new PodNetworkFlags();

  @Override
  public Integer call() throws Exception {
    ServerConfig config = flags.config(new LinkedHashSet<>(controllers), true);
    LocalCluster cluster =
        noNode
            ? LocalCluster.withoutNode(config, flags.election())
            : LocalCluster.withNode(
                config,
                node,
                runtime,
                network,
                ContainerPrograms.ofThisMachine(),
                Optional.ofNullable(endpoint),
                flags.election());
    cluster.simulateNodes(simulatedNodes());
    Closing notes = new Closing();
    try {
      notes.add(RunningClusters.ofThisUser().note(config.data()));
    } catch (IOException e) {
      System.err.println("muster: muster image will have to be told --data: " + e.getMessage());
    }
    UntilStopped running =
        UntilStopped.closing(
            () -> {
              if (cluster.node().isPresent()) {
                System.err.println(
                    keepPods
                        ? "muster: stopping; containers go on without it"
                        : "muster: stopping, and the pods with it (a few seconds)");
              }
              cluster.stop(keepPods);
              notes.close();
            });
    cluster
        .problem()
        .ifPresent(
            why -> System.err.println("muster: pods will not run: " + StartProblems.sentence(why)));
    if (cluster.server().sharesItsStore() && config.serving().loopback()) {
      System.err.println(
          "muster: pods of other nodes cannot reach this server: give --bind-address");
    }
    say(cluster);
    running.await();
    return 0;
  }

  private List<String> simulatedNodes() {
    return Stream.concat(
            simulated.stream(),
            IntStream.range(0, simulatedCount).mapToObj(number -> "simulated-" + number))
        .toList();
  }

  private static void say(LocalCluster cluster) {
    Path kubeconfig = cluster.server().kubeconfig();
    String kubectl = "kubectl --kubeconfig " + kubeconfig;
    System.out.println("kubeconfig  " + kubeconfig);
    System.out.println("server      " + cluster.server().url());
    cluster
        .server()
        .newConsoleLink()
        .ifPresent(link -> System.out.println("console     " + link + " (works once, 10 minutes)"));
    if (cluster.node().isPresent()) {
      System.out.println("node        " + cluster.node().get());
      System.out.println("try         " + kubectl + " get nodes");
      System.out.println(
          "            "
              + kubectl
              + " run hello --image="
              + HostTools.NAME
              + " --restart=Never --attach --rm --quiet -- id");
      System.out.println("            " + kubectl + " get pods --watch");
    } else {
      System.out.println("try         " + kubectl + " get namespaces");
    }
    System.out.println("ready");
  }
}
