package dev.muster.node;

import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.http.Escaped;
import dev.muster.client.informers.Reflector;
import dev.muster.cri.CriClient;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.linux.PrivateDirectory;
import dev.muster.node.access.NodeGate;
import dev.muster.node.containers.ApiConfigSource;
import dev.muster.node.containers.Backoffs;
import dev.muster.node.containers.ContainerConfigs;
import dev.muster.node.containers.ContainerFilesOnDisk;
import dev.muster.node.containers.ImagePulls;
import dev.muster.node.containers.LinuxPlatform;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.credentials.PodCredentials;
import dev.muster.node.events.EventRecorder;
import dev.muster.node.eviction.Evictor;
import dev.muster.node.eviction.NodePressure;
import dev.muster.node.eviction.NodeUsage;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.node.logs.LogRotation;
import dev.muster.node.machine.LeaseKeeper;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.NodeRegistration;
import dev.muster.node.manifests.StaticPods;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.mounts.ApiVolumes;
import dev.muster.node.pods.NodeFacts;
import dev.muster.node.pods.PodTools;
import dev.muster.node.pods.PodWorkers;
import dev.muster.node.pods.StatusWriter;
import dev.muster.node.probes.Handler;
import dev.muster.node.probes.Probes;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.server.LogRequests;
import dev.muster.node.server.NodeRequests;
import dev.muster.node.server.NodeServer;
import dev.muster.node.server.StreamRequests;
import dev.muster.node.users.HostIdRanges;
import dev.muster.node.users.PodUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A running node: the composition root of this module. */
public final class NodeAgent implements AutoCloseable {
  private final Closing parts;
  private final NodeMetrics metrics;
  private final NodeRegistration registration;
  private final PodWorkers pods;

  private NodeAgent(
      Closing parts, NodeMetrics metrics, NodeRegistration registration, PodWorkers pods) {
    this.parts = parts;
    this.metrics = metrics;
    this.registration = registration;
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
    Closing parts = new Closing();
    try {
      return start(config, clock, parts);
    } catch (IOException | RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  private static NodeAgent start(NodeConfig config, Clock clock, Closing parts) throws IOException {
    NodeMetrics metrics = new NodeMetrics();
    String name = config.identity().name();
    PrivateDirectory.claim(config.root());
    Files.createDirectories(config.logs());
    Machine machine = Machine.read(config.root());
    RuntimeCalls runtime = new RuntimeCalls(parts.add(CriClient.connect(config.runtimeSocket())));
    ApiClient client = parts.add(new ApiClient(config.api()));
    EventRecorder events = parts.add(EventRecorder.start(client, "kubelet", name, clock));
    AtomicInteger port = new AtomicInteger(config.port());
    AtomicReference<PodWorkers> workers = new AtomicReference<>();
    AtomicReference<NodeRegistration> registered = new AtomicReference<>();
    RuntimeStates states =
        parts.add(
            new RuntimeStates(
                runtime, uid -> ring(workers, uid), () -> lookAgain(registered, workers)));
    try {
      states.start();
    } catch (RuntimeProblem e) {
      throw new IOException(
          "the container runtime at "
              + config.runtimeSocket()
              + " does not answer: "
              + e.getMessage(),
          e);
    }
    NodePressure pressure = new NodePressure();
    NodeRegistration registration =
        parts.add(
            new NodeRegistration(
                client,
                runtime,
                config.identity(),
                machine,
                config.eviction(),
                pressure,
                info ->
                    new GroupsPolicySupport(
                        config.features().minor(),
                        config.features().groupsPolicy(),
                        info.supplementalGroupsPolicy()),
                port::get,
                events,
                clock));
    registered.set(registration);
    ServiceList services = new ServiceList(config.apiForPods());
    Handler handler = new Handler(runtime);
    Probes probes = parts.add(new Probes(handler, events, metrics, uid -> ring(workers, uid)));
    ApiConfigSource configs = new ApiConfigSource(client);
    PodPaths paths = new PodPaths(config.root(), config.logs());
    SandboxConfigs sandboxes =
        new SandboxConfigs(
            name, config.dns(), paths, new LinuxPlatform(machine.memory(), machine.cpus()));
    ApiVolumes volumes =
        parts.add(
            new ApiVolumes(
                config.root(),
                config.features().fileOwners(),
                client,
                () -> registration.node().path("status").path("allocatable"),
                clock,
                uid -> ring(workers, uid)));
    StatusWriter statuses = parts.add(new StatusWriter(client));
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
            new ContainerConfigs(sandboxes, new ContainerFilesOnDisk(paths, Path.of("/etc/hosts"))),
            new Allocations(paths),
            volumes,
            parts.add(new PodCredentials(paths, client, events, uid -> ring(workers, uid))),
            new PodUsers(HostIdRanges.in(paths), registration::handlers),
            statuses,
            () ->
                new NodeFacts(
                    name,
                    List.of(config.identity().address()),
                    registration.node().path("status").path("allocatable"),
                    registration.runtimeName(),
                    registration.groups(),
                    config.api().server()),
            registration::networkProblem,
            services::all,
            new Backoffs(Duration.ofSeconds(10), Duration.ofMinutes(5)),
            clock);
    PodWorkers pods =
        parts.add(
            new PodWorkers(
                tools,
                registration::node,
                registration::refresh,
                registration::groups,
                config.sysctls(),
                pressure));
    workers.set(pods);
    Evictor evictor =
        parts.add(
            new Evictor(
                config.eviction(),
                name,
                config.root(),
                pods,
                new NodeUsage(runtime, paths, volumes::usage),
                pressure,
                events,
                metrics,
                clock,
                registration::lookSoon));
    NodeServer server =
        parts.add(
            NodeServer.start(
                config.bindAddress(),
                config.port(),
                config.serving(),
                new NodeRequests(
                    pods,
                    metrics,
                    new LogRequests(states, paths, clock),
                    new StreamRequests(runtime, states)),
                new NodeGate(name, config.access(), client::create, clock)));
    port.set(server.port());
    parts.add(
        LogRotation.start(
            config.logLimits(),
            () -> runningLogs(states),
            container -> reopenLog(runtime, container),
            clock));
    registration.start();
    evictor.start();
    statuses.start();
    if (config.manifests().isPresent()) {
      parts.add(
          StaticPods.start(
              config.manifests().get(),
              KubernetesKinds.kinds().byKind("v1", "Pod").orElseThrow(),
              name,
              pods,
              client,
              registration::node,
              clock));
    }
    parts.add(Reflector.start(client, "/api/v1/services", "", services));
    parts.add(
        Reflector.start(
            client,
            "/api/v1/pods",
            "fieldSelector=" + Escaped.fieldSelector("spec.nodeName", name),
            pods.listener()));
    parts.add(LeaseKeeper.start(client, name, clock));
    return new NodeAgent(parts, metrics, registration, pods);
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

  /** The runtime has gone or is back. */
  private static void lookAgain(
      AtomicReference<NodeRegistration> registration, AtomicReference<PodWorkers> workers) {
    NodeRegistration node = registration.get();
    PodWorkers all = workers.get();
    if (node != null && all != null) {
      node.lookSoon();
      all.ringAll();
    }
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

  /** Waits until the API server knows this node as ready; false if that takes too long. */
  public boolean awaitReady(Duration longest) throws InterruptedException {
    return registration.awaitReady(longest);
  }

  /** Ends all containers; the pods stay in the API, and run again with the next agent. */
  public void stopPods(Duration longest) throws InterruptedException {
    pods.stopAll(longest);
  }

  /** Stops; containers go on running and are taken over by the next agent. */
  @Override
  public void close() {
    parts.close();
  }
}
