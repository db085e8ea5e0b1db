package dev.muster.cli;

import dev.muster.api.features.FeatureGates;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cri.CriEndpoint;
import dev.muster.runtime.hosttools.HostTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
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
      "Runs API server, controllers, scheduler, node and container runtime in one process;",
      "Ctrl-C stops it. Containers need root, runc and conmon, which root gets installed."
    },
    footer = {"", "Example:", "  muster up --data /tmp/cluster --port 6443"})
final class UpCommand implements Callable<Integer> {
  @Mixin private ServerFlags flags = new ServerFlags();

  @Option(names = "--no-node", description = "No node: pods are stored and stay pending.")
  private boolean noNode;

  @Option(names = "--keep-pods", description = "Leave containers running when this ends.")
  private boolean keepPods;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "SOCKET",
      description = "Run pods on this CRI runtime (default: our own, in this process).")
  private @Nullable String endpoint;

  @Mixin private NodeFlags node = new NodeFlags();

  @Override
  public Integer call() throws Exception {
    ServerConfig config = withNodes(flags.config(Set.of("*"), true));
    ApiServer server = ApiServer.start(config);
    Optional<LocalNode> local = startNode(server, config);
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  local.ifPresent(one -> one.stop(keepPods));
                  server.close();
                  stopped.countDown();
                },
                "stop"));
    say(server, local);
    stopped.await();
    return 0;
  }

  /** A node may touch only what is its own: mode Node beside RBAC, and NodeRestriction. */
  private static ServerConfig withNodes(ServerConfig config) {
    Authorization authorization = config.authorization();
    Admission admission = config.admission();
    if (!authorization.modes().equals(List.of("RBAC"))) {
      return config;
    }
    Set<String> enabled = new LinkedHashSet<>(admission.enabled());
    if (!admission.disabled().contains("NodeRestriction")) {
      enabled.add("NodeRestriction");
    }
    return config
        .with(
            new Authorization(
                List.of("Node", "RBAC"),
                authorization.policyFile(),
                authorization.webhook(),
                authorization.pluginPath()))
        .with(new Admission(enabled, admission.disabled()));
  }

  private Optional<LocalNode> startNode(ApiServer server, ServerConfig config)
      throws InterruptedException {
    if (noNode) {
      return Optional.empty();
    }
    FeatureGates gates = config.traits().gates();
    try {
      if (endpoint != null) {
        Path socket = CriEndpoint.socket(endpoint);
        return Optional.of(LocalNode.start(server, node, gates, config.data(), socket));
      }
      ContainerPrograms.ofThisMachine().ensure();
      return Optional.of(LocalNode.start(server, node, gates, config.data()));
    } catch (IOException | RuntimeException e) {
      System.err.println("muster: pods will not run: " + Problems.sentence(e));
      return Optional.empty();
    }
  }

  private static void say(ApiServer server, Optional<LocalNode> node) {
    String kubectl = "kubectl --kubeconfig " + server.kubeconfig();
    System.out.println("kubeconfig  " + server.kubeconfig());
    System.out.println("server      " + server.url());
    if (node.isEmpty()) {
      System.out.println("try         " + kubectl + " get namespaces");
    } else {
      System.out.println("node        " + node.get().name());
      System.out.println("try         " + kubectl + " get nodes -o wide");
      System.out.println(
          "            "
              + kubectl
              + " run hello --image="
              + HostTools.NAME
              + " --restart=Never --attach --rm --quiet -- id");
      System.out.println("            " + kubectl + " get events --watch");
    }
    System.out.println("ready");
  }
}
