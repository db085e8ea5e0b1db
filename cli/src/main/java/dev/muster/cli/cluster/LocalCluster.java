package dev.muster.cli.cluster;

import dev.muster.apiserver.handlers.ServiceRouting;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.controllers.simulated.SimulatedNodes;
import dev.muster.cri.CriEndpoint;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.MachineIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * What {@code muster up} runs: an API server, controllers, a scheduler and, where that is possible
 * and wanted, a node.
 */
public final class LocalCluster {
  private final ApiServer server;
  private final LocalControllers controllers;
  private final LocalScheduler scheduler;
  private final Optional<LocalNode> node;
  private final Optional<LocalNetwork> network;
  private final Closing simulated = new Closing();
  private final Optional<Exception> problem;

  private LocalCluster(
      ApiServer server,
      ServerConfig config,
      Optional<Timing> election,
      Optional<LocalNode> node,
      Optional<LocalNetwork> network,
      Optional<Exception> problem) {
    this.server = server;
    this.controllers = LocalControllers.start(server, config.background().controllers(), election);
    this.scheduler = LocalScheduler.start(server, election);
    this.node = node;
    this.network = network;
    this.problem = problem;
  }

  /** Without a node of its own: pods wait for those that join. */
  public static LocalCluster withoutNode(ServerConfig config) throws IOException {
    return withoutNode(config, Optional.empty());
  }

  /**
   * @param election if controllers and scheduler work only while their Leases are ours
   */
  public static LocalCluster withoutNode(ServerConfig config, Optional<Timing> election)
      throws IOException {
    ApiServer server = ApiServer.start(forNodes(config));
    return new LocalCluster(
        server, config, election, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * With a node whose pods have the network that is configured for our own runtime.
   *
   * @see #withNode(ServerConfig, NodeFlags, RuntimeFlags, PodNetworkFlags, ContainerPrograms,
   *     Optional, Optional)
   */
  public static LocalCluster withNode(
      ServerConfig config,
      NodeFlags flags,
      RuntimeFlags ownRuntime,
      ContainerPrograms programs,
      Optional<String> endpoint)
      throws IOException, InterruptedException {
    return withNode(
        config, flags, ownRuntime, PodNetworkFlags.none(), programs, endpoint, Optional.empty());
  }

  /**
   * With a node that is ready for pods, on our own runtime or another. If there can be none, the
   * API server runs nevertheless.
   *
   * @param ownRuntime of our own runtime
   * @param podNetwork what pods on our own runtime are connected to
   * @param programs sees to it that our own runtime can run
   * @param endpoint of another runtime; empty for our own
   * @param election if controllers and scheduler work only while their Leases are ours
   */
  public static LocalCluster withNode(
      ServerConfig config,
      NodeFlags flags,
      RuntimeFlags ownRuntime,
      PodNetworkFlags podNetwork,
      ContainerPrograms programs,
      Optional<String> endpoint,
      Optional<Timing> election)
      throws IOException, InterruptedException {
    ApiServer server = ApiServer.start(forNodes(config));
    try {
      if (server.sharesItsStore()) {
        requireFreeName(server, config, flags);
      }
      if (endpoint.isPresent()) {
        Path socket = CriEndpoint.socket(endpoint.get());
        return with(
            server,
            config,
            election,
            LocalNode.start(server, flags, config, socket),
            Optional.empty());
      }
      programs.ensure();
      Optional<LocalNetwork> network =
          podNetwork.start(server, config, flags, ownRuntime, programs);
      try {
        LocalNode node = LocalNode.start(server, flags, ownRuntime, config, network);
        network.ifPresent(LocalNetwork::show);
        server.servicesAreLedTo(
            network.isPresent() ? ServiceRouting.By.OUR_NODE : ServiceRouting.By.NOBODY);
        return with(server, config, election, node, network);
      } catch (IOException | RuntimeException | InterruptedException e) {
        network.ifPresent(own -> own.stop(true));
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      return new LocalCluster(
          server, config, election, Optional.empty(), Optional.empty(), Optional.of(e));
    } catch (InterruptedException e) {
      server.close();
      throw e;
    }
  }

  private static void requireFreeName(ApiServer server, ServerConfig config, NodeFlags flags)
      throws IOException {
    MachineIdentity identity =
        flags.identity(Machine.read(config.data()), config.features().gates().version());
    try (ApiClient own = new ApiClient(server.controllerConnections().node(identity.name()))) {
      NodeNames.requireFree(own, identity, Clock.systemUTC());
    }
  }

  private static LocalCluster with(
      ApiServer server,
      ServerConfig config,
      Optional<Timing> election,
      LocalNode node,
      Optional<LocalNetwork> network) {
    return new LocalCluster(server, config, election, Optional.of(node), network, Optional.empty());
  }

  /** Nodes get in, and tell what they and their pods use. */
  private static ServerConfig forNodes(ServerConfig config) {
    return config.admittingNodes().with(config.runtimeConfig().serving("metrics.k8s.io/v1beta1"));
  }

  /** Adds nodes that only say that they run pods, until the cluster stops. */
  public void simulateNodes(List<String> names) {
    if (!names.isEmpty()) {
      simulated.add(SimulatedNodes.start(server.controllerConnections(), names, Clock.systemUTC()));
    }
  }

  public ApiServer server() {
    return server;
  }

  /** The node's name; empty if there is none. */
  public Optional<String> node() {
    return node.map(LocalNode::name);
  }

  /** Why there is no node although one was wanted. */
  public Optional<Exception> problem() {
    return problem;
  }

  /**
   * Stops everything.
   *
   * @param keepPods whether containers go on, to be taken over by the next start
   */
  public void stop(boolean keepPods) {
    simulated.close();
    controllers.close();
    scheduler.close();
    node.ifPresent(one -> one.stop(keepPods));
    network.ifPresent(own -> own.stop(keepPods));
    server.close();
  }
}
