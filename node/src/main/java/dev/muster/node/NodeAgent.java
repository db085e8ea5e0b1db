package dev.muster.node;

import dev.muster.cri.CriClient;
import dev.muster.node.client.ApiClient;
import dev.muster.node.client.Reflector;
import dev.muster.node.containers.ApiConfigSource;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ImagePulls;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.events.EventRecorder;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.machine.LeaseKeeper;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.NodeRegistration;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.mounts.ApiVolumes;
import dev.muster.node.pods.NodeFacts;
import dev.muster.node.pods.PodTools;
import dev.muster.node.pods.PodWorkers;
import dev.muster.node.pods.StatusWriter;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.Probes;
import dev.muster.node.runtime.Runtime;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A running node: the composition root of this module. */
public final class NodeAgent implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final NodeMetrics metrics = new NodeMetrics();

  private NodeAgent() {}

  /**
   * Starts a node; returns when it has looked at the runtime. Registration, and everything else
   * that needs the API server, goes on in the background.
   *
   * @throws IOException when its directories cannot be used or the runtime does not answer
   */
  public static NodeAgent start(NodeConfig config) throws IOException {
    NodeAgent agent = new NodeAgent();
    try {
      agent.run(config);
      return agent;
    } catch (IOException | RuntimeException e) {
      agent.close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T part(T one) {
    parts.push(one);
    return one;
  }

  private void run(NodeConfig config) throws IOException {
    Clock clock = Clock.systemUTC();
    String name = config.identity().name();
    Files.createDirectories(config.root());
    Files.createDirectories(config.logs());
    Machine machine = Machine.read(config.root());
    Runtime runtime = new Runtime(part(CriClient.connect(config.runtimeSocket())));
    ApiClient client = part(new ApiClient(config.api()));
    EventRecorder events = part(EventRecorder.start(client, "kubelet", name, clock));
    AtomicReference<PodWorkers> workers = new AtomicReference<>();
    RuntimeStates states = part(new RuntimeStates(runtime, uid -> ring(workers, uid)));
    try {
      states.start();
    } catch (RuntimeProblem e) {
      throw new IOException(
          "the container runtime at " + config.runtimeSocket() + " does not answer: "
              + e.getMessage(),
          e);
    }
    NodeRegistration registration =
        part(
            new NodeRegistration(
                client,
                runtime,
                config.identity(),
                machine,
                info ->
                    new GroupsPolicySupport(
                        config.minor(),
                        config.groupsPolicyGate(),
                        info.supplementalGroupsPolicy()),
                config::port,
                events,
                clock));
    registration.start();
    ServiceList services = new ServiceList();
    Handler handler = new Handler(runtime);
    Probes probes = part(new Probes(handler, events, metrics, uid -> ring(workers, uid)));
    ApiConfigSource configs = new ApiConfigSource(client);
    PodPaths paths = new PodPaths(config.root(), config.logs());
    SandboxConfigs sandboxes = new SandboxConfigs(name, config.dns(), paths);
    ApiVolumes volumes =
        part(
            new ApiVolumes(
                config.root(),
                client,
                () -> registration.node().path("status").path("allocatable"),
                clock,
                uid -> ring(workers, uid)));
    StatusWriter statuses = part(new StatusWriter(client));
    PodTools tools =
        new PodTools(
            runtime,
            states,
            events,
            metrics,
            probes,
            handler,
            new ImagePulls(runtime, configs, events, clock),
            configs,
            sandboxes,
            new ContainerConfigs(sandboxes, Path.of("/etc/hosts"), machine.memory()),
            volumes,
            statuses,
            () ->
                new NodeFacts(
                    name,
                    List.of(config.identity().address()),
                    registration.node().path("status").path("allocatable"),
                    registration.runtimeName(),
                    registration.groups()),
            registration::networkProblem,
            services::all,
            new Backoffs(Duration.ofSeconds(10), Duration.ofMinutes(5)),
            clock);
    workers.set(part(new PodWorkers(tools, registration::node, registration::groups)));
    statuses.start();
    part(Reflector.start(client, "/api/v1/services", "", services));
    part(
        Reflector.start(
            client,
            "/api/v1/pods",
            "fieldSelector=spec.nodeName%3D" + name,
            workers.get().listener()));
    part(LeaseKeeper.start(client, name, clock));
  }

  private static void ring(AtomicReference<PodWorkers> workers, String uid) {
    PodWorkers all = workers.get();
    if (all != null) {
      all.ring(uid);
    }
  }

  /** The page for Prometheus. */
  public String metrics() {
    return metrics.page();
  }

  /** Stops; containers go on running and are taken over by the next agent. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("a part of the node does not stop", e);
      }
    }
  }
}
