package dev.muster.cli.cluster;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.node.NodeAgent;
import dev.muster.node.NodeConfig;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.features.NodeFeatures;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.MachineIdentity;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Node and runtime in the API server's own process, each under its own name. */
final class LocalNode {
  private static final int USUAL_PORT = 10250;
  private static final Duration LONGEST_START = Duration.ofSeconds(30);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final String name;
  private final NodeAgent agent;
  private final Optional<LocalRuntime> runtime;

  private LocalNode(String name, NodeAgent agent, Optional<LocalRuntime> runtime) {
    this.name = name;
    this.agent = agent;
    this.runtime = runtime;
  }

  /**
   * Starts on our own runtime; returns when the node is ready for pods.
   *
   * @param network that pods are connected to; empty for what is configured elsewhere
   */
  static LocalNode start(
      ApiServer server,
      NodeFlags flags,
      RuntimeFlags ownRuntime,
      ServerConfig config,
      Optional<LocalNetwork> network)
      throws IOException, InterruptedException {
    LocalRuntime runtime =
        LocalRuntime.start(
            config.data(), network.map(own -> own.connecting(ownRuntime)).orElse(ownRuntime));
    try {
      return start(server, flags, config, runtime.socket(), Optional.of(runtime), network);
    } catch (IOException | RuntimeException | InterruptedException e) {
      runtime.close();
      throw e;
    }
  }

  /** Starts on another runtime; returns when the node is ready for pods. */
  static LocalNode start(ApiServer server, NodeFlags flags, ServerConfig config, Path socket)
      throws IOException, InterruptedException {
    return start(server, flags, config, socket, Optional.empty(), Optional.empty());
  }

  private static LocalNode start(
      ApiServer server,
      NodeFlags flags,
      ServerConfig config,
      Path socket,
      Optional<LocalRuntime> runtime,
      Optional<LocalNetwork> network)
      throws IOException, InterruptedException {
    Path data = config.data();
    FeatureGates gates = config.features().gates();
    Path root = Files.createDirectories(data.resolve("node"));
    Machine machine = Machine.read(root);
    MachineIdentity identity = flags.identity(machine, gates.version());
    NodeAgent agent =
        NodeAgent.start(
            new NodeConfig(
                server.controllerConnections().node(identity.name()),
                URI.create(server.url()),
                network.isPresent()
                    ? Optional.empty()
                    : Optional.of(apiForPods(server, config, identity)),
                socket,
                identity,
                root,
                root.resolve("logs"),
                flags.logLimits(),
                flags.eviction(),
                flags.manifests(),
                flags.dns(network.map(LocalNetwork::dns)),
                identity.address(),
                port(identity.address()),
                server.nodeServerContext(
                    identity.name(), List.of(identity.name(), identity.address())),
                NodeFeatures.of(gates),
                flags.images(),
                flags.sysctls(machine),
                NodeAccess.defaults()));
    LocalNode local = new LocalNode(identity.name(), agent, runtime);
    if (!agent.awaitReady(LONGEST_START)) {
      local.stop(true);
      throw new IOException("the node is not ready after " + LONGEST_START.toSeconds() + " s");
    }
    return local;
  }

  /**
   * Where no rule leads from the service's address to the API server, pods are told where it is.
   */
  private static InetSocketAddress apiForPods(
      ApiServer server, ServerConfig config, MachineIdentity identity) throws IOException {
    InetAddress bound = InetAddress.getByName(config.serving().bindAddress());
    String host = bound.isAnyLocalAddress() ? identity.address() : bound.getHostAddress();
    return InetSocketAddress.createUnresolved(host, URI.create(server.url()).getPort());
  }

  /** Kubelet's port if it is free, any other if not: the Node object says which. */
  private static int port(String address) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByName(address), USUAL_PORT));
      return USUAL_PORT;
    } catch (BindException e) {
      return 0;
    }
  }

  String name() {
    return name;
  }

  void stop(boolean keepPods) {
    try {
      if (!keepPods) {
        agent.stopPods(LONGEST_STOP);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      agent.close();
      runtime.ifPresent(LocalNode::close);
    }
  }

  private static void close(LocalRuntime runtime) {
    try {
      runtime.close();
    } catch (IOException e) {
      System.err.println("muster: the runtime did not close: " + e.getMessage());
    }
  }
}
