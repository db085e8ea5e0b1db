package dev.muster.node;

import dev.muster.base.Closing;
import dev.muster.client.http.Escaped;
import dev.muster.client.informers.Reflector;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.node.access.NodeGate;
import dev.muster.node.eviction.Evictor;
import dev.muster.node.eviction.NodeUsage;
import dev.muster.node.logs.LogRotation;
import dev.muster.node.machine.LeaseKeeper;
import dev.muster.node.manifests.StaticPods;
import dev.muster.node.metrics.ResourceMetrics;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.server.LogRequests;
import dev.muster.node.server.NodeRequests;
import dev.muster.node.server.NodeServer;
import dev.muster.node.server.StreamRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A running node: makes its parts, and starts them in order. */
public final class NodeAgent implements AutoCloseable {
  private final Closing closing;
  private final NodeParts node;
  private final PodParts pods;

  private NodeAgent(Closing closing, NodeParts node, PodParts pods) {
    this.closing = closing;
    this.node = node;
    this.pods = pods;
  }

  /**
   * Starts a node; returns when it has looked at the runtime. Registration, and everything else
   * that needs the API server, goes on in the background.
   *
   * @throws IOException when its directories cannot be used or the runtime does not answer
   */
  public static NodeAgent start(NodeConfig config) throws IOException {
    return start(config, Clock.systemUTC());
  }

  /**
   * Starts a node that lives by a clock of its own.
   *
   * @see #start(NodeConfig)
   */
  public static NodeAgent start(NodeConfig config, Clock clock) throws IOException {
    Closing closing = new Closing();
    try {
      NodeParts node = new NodeParts(config, clock, closing);
      NodeAgent agent = new NodeAgent(closing, node, new PodParts(node, closing));
      agent.start();
      return agent;
    } catch (IOException | RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  private void start() throws IOException {
    NodeConfig config = node.config;
    try {
      node.states.start();
    } catch (RuntimeProblem e) {
      throw new IOException(
          "the container runtime at "
              + config.runtimeSocket()
              + " does not answer: "
              + e.getMessage(),
          e);
    }
    NodeServer server = server();
    closing.add(
        LogRotation.start(
            config.logLimits(),
            () -> runningLogs(node.states),
            container -> reopenLog(node.runtime, container),
            node.clock));
    node.registration.start(server.port());
    evictor().start();
    node.statuses.start();
    if (config.manifests().isPresent()) {
      closing.add(
          StaticPods.start(
              config.manifests().get(),
              KubernetesKinds.kinds().byKind("v1", "Pod").orElseThrow(),
              node.name,
              pods.intake,
              pods.workers,
              pods.mirrors,
              node.client,
              node.registration::node,
              node.clock));
    }
    closing.add(Reflector.start(node.client, "/api/v1/services", "", node.services));
    closing.add(
        Reflector.start(
            node.client,
            "/api/v1/pods",
            "fieldSelector=" + Escaped.fieldSelector("spec.nodeName", node.name),
            pods.fromApi));
    closing.add(LeaseKeeper.start(node.client, node.name, node.clock));
  }

  private NodeServer server() throws IOException {
    return closing.add(
        NodeServer.start(
            node.config.bindAddress(),
            node.config.port(),
            node.config.serving(),
            new NodeRequests(
                pods.workers,
                node.metrics,
                new ResourceMetrics(node.runtime, Path.of("/proc"), node.clock),
                new LogRequests(node.states, node.paths, node.clock),
                new StreamRequests(node.runtime, node.states)),
            new NodeGate(node.name, node.config.access(), node.client::create, node.clock)));
  }

  private Evictor evictor() {
    return closing.add(
        new Evictor(
            node.config.eviction(),
            node.name,
            node.config.root(),
            pods.evictions,
            new NodeUsage(node.runtime, node.paths, node.volumes::usage),
            node.pressure,
            node.events,
            node.metrics,
            node.clock,
            node.registration::lookSoon));
  }

  private static void reopenLog(RuntimeCalls runtime, String container) throws IOException {
    try {
      runtime.reopenLog(container);
    } catch (RuntimeProblem e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Map<String, Path> runningLogs(RuntimeStates states) {
    Map<String, Path> logs = new HashMap<>();
    for (PodView pod : states.all()) {
      for (ContainerView container : pod.running()) {
        if (!container.logPath().isEmpty()) {
          logs.put(container.id(), Path.of(container.logPath()));
        }
      }
    }
    return logs;
  }

  /** The page for Prometheus. */
  public String metrics() {
    return node.metrics.page();
  }

  /** Waits until the API server knows this node as ready; false if that takes too long. */
  public boolean awaitReady(Duration longest) throws InterruptedException {
    return node.registration.awaitReady(longest);
  }

  /** Ends all containers; the pods stay in the API, and run again with the next agent. */
  public void stopPods(Duration longest) throws InterruptedException {
    pods.shutdown.stopAll(longest);
  }

  /** Stops; containers go on running and are taken over by the next agent. */
  @Override
  public void close() {
    closing.close();
  }
}
