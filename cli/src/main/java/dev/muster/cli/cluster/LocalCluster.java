package dev.muster.cli.cluster;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.client.leases.LeaderElection.Timing;
import dev.muster.controllers.simulated.SimulatedNode;
import dev.muster.cri.CriEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code muster up} runs: an API server, controllers, a scheduler and, where that is possible
 * and wanted, a node.
 */
public final class LocalCluster {
  private final ApiServer server;
  private final LocalControllers controllers;
  private final LocalScheduler scheduler;
  private final Optional<LocalNode> node;
  private final Closing simulated = new Closing();
  private final Optional<Exception> problem;

  private LocalCluster(
      ApiServer server,
      ServerConfig config,
      Optional<Timing> election,
      Optional<LocalNode> node,
      Optional<Exception> problem) {
    this.server = server;
    this.controllers = LocalControllers.start(server, config.background().controllers(), election);
    this.scheduler = LocalScheduler.start(server, config, election);
    this.node = node;
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
    ApiServer server = ApiServer.start(admittingNodes(config));
    return new LocalCluster(server, config, election, Optional.empty(), Optional.empty());
  }

  /**
   * With a node that is ready for pods, on our own runtime or another. If there can be none, the
   * API server runs nevertheless.
   *
   * @param ownRuntime of our own runtime
   * @param programs sees to it that our own runtime can run
   * @param endpoint of another runtime; empty for our own
   */
  public static LocalCluster withNode(
      ServerConfig config,
      NodeFlags flags,
      RuntimeFlags ownRuntime,
      ContainerPrograms programs,
      Optional<String> endpoint)
      throws IOException, InterruptedException {
    return withNode(config, flags, ownRuntime, programs, endpoint, Optional.empty());
  }

  /**
   * The same.
   *
   * @param election if controllers and scheduler work only while their Leases are ours
   */
  public static LocalCluster withNode(
      ServerConfig config,
      NodeFlags flags,
      RuntimeFlags ownRuntime,
      ContainerPrograms programs,
      Optional<String> endpoint,
      Optional<Timing> election)
      throws IOException, InterruptedException {
    ApiServer server = ApiServer.start(admittingNodes(config));
    try {
      if (endpoint.isPresent()) {
        Path socket = CriEndpoint.socket(endpoint.get());
        return with(server, config, election, LocalNode.start(server, flags, config, socket));
      }
      programs.ensure();
      return with(server, config, election, LocalNode.start(server, flags, ownRuntime, config));
    } catch (IOException | RuntimeException e) {
      return new LocalCluster(server, config, election, Optional.empty(), Optional.of(e));
    } catch (InterruptedException e) {
      server.close();
      throw e;
    }
  }

  private static LocalCluster with(
      ApiServer server, ServerConfig config, Optional<Timing> election, LocalNode node) {
    return new LocalCluster(server, config, election, Optional.of(node), Optional.empty());
  }

  /**
   * Whatever else is configured, a node gets at what is its own, and at nothing more: mode Node has
   * no opinion on others' requests.
   */
  private static ServerConfig admittingNodes(ServerConfig config) {
    Authorization authorization = config.authorization();
    List<String> modes = new ArrayList<>(authorization.modes());
    if (!modes.contains("Node")) {
      modes.addFirst("Node");
    }
    Admission admission = config.admission();
    Set<String> plugins = new LinkedHashSet<>(admission.enabled());
    if (!admission.disabled().contains("NodeRestriction")) {
      plugins.add("NodeRestriction");
    }
    return config.with(authorization.withModes(modes)).with(admission.enabling(plugins));
  }

  /** Adds nodes that only say that they run pods, until the cluster stops. */
  public void simulateNodes(List<String> names) {
    names.forEach(
        name ->
            simulated.add(
                SimulatedNode.start(server.controllerConnections(), name, Clock.systemUTC())));
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
    server.close();
  }
}
