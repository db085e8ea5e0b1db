package dev.muster.node.cluster;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.node.NodeAgent;
import dev.muster.node.NodeConfig;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.features.NodeFeatures;
import dev.muster.node.images.CredentialVerification;
import dev.muster.node.logs.LogLimits;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.scheduler.Scheduler;
import dev.muster.testing.JavaProgram;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** API server, scheduler and a node on a runtime; each can be stopped and started again. */
public final class TestCluster implements AutoCloseable {
  public static final String NODE = "node-a";
  private static final FeatureGates GATES =
      FeatureGates.of(KubeVersion.CURRENT, "AtomicWriteVolumeUserFields=true");

  private final Path directory;
  private final Path runtimeSocket;
  private final SteppedClock clock = new SteppedClock();
  private int minor = 35;
  private boolean gate = true;
  private int maxPods = 110;
  private ApiServer server;
  private ApiClient schedulerClient;
  private Scheduler scheduler;
  private EvictionConfig eviction = limitsOnly();
  private NodeAgent agent;

  private TestCluster(Path directory, Path runtimeSocket) throws IOException {
    this.directory = directory;
    this.runtimeSocket = runtimeSocket;
    this.server = startServer(0);
    this.schedulerClient =
        new ApiClient(connection("system:kube-scheduler", List.of("system:authenticated")));
    this.scheduler = Scheduler.start(schedulerClient, Clock.systemUTC());
    this.agent = startAgent();
  }

  public static TestCluster start(Path directory, Path runtimeSocket) throws IOException {
    return new TestCluster(directory, runtimeSocket);
  }

  private ApiServer startServer(int port) throws IOException {
    return ApiServer.start(
        ServerConfig.in(Files.createDirectories(directory.resolve("data")))
            .with(new ApiFeatures(GATES, true))
            .with(Authorization.by("Node", "RBAC"))
            .with(new Admission(Set.of("NodeRestriction"), Set.of()))
            .with(Background.of(Set.of("*")))
            .onPort(port));
  }

  private ClientConfig connection(String user, List<String> groups) throws IOException {
    Path file = Files.createTempFile(directory, "kubeconfig", "");
    Files.writeString(file, server.kubeconfigFor(user, groups));
    return ClientConfig.read(file);
  }

  private NodeAgent startAgent() throws IOException {
    ClientConfig api = connection("system:node:" + NODE, List.of("system:nodes"));
    return NodeAgent.start(
        new NodeConfig(
            new NetworkTransport(api, "muster-node"),
            api.server(),
            Optional.empty(),
            runtimeSocket,
            new MachineIdentity(NODE, "127.0.0.1", "v1.35.0", maxPods, Map.of(), List.of()),
            directory.resolve("node"),
            directory.resolve("logs"),
            LogLimits.DEFAULT,
            eviction,
            Optional.of(Files.createDirectories(directory.resolve("manifests"))),
            NodeConfig.hostDns(),
            "127.0.0.1",
            0,
            server.nodeServerContext(NODE, List.of(NODE, "127.0.0.1")),
            new NodeFeatures(minor, gate, true, true),
            CredentialVerification.DEFAULT,
            SysctlAllowlist.of("6.18", List.of("net.core.*")),
            NodeAccess.defaults()),
        clock);
  }

  /** Ready for pods in the default namespace. */
  public Kubectl kubectl() throws IOException {
    Kubectl kubectl =
        Kubectl.on(server.kubeconfig(), Files.createDirectories(directory.resolve("home")));
    kubectl.await("serviceaccount default", "{.metadata.name}", "default"::equals);
    return kubectl;
  }

  /** The administrator's own client, without kubectl's patience. */
  public ApiClient admin() throws IOException {
    return new ApiClient(ClientConfig.read(server.kubeconfig()));
  }

  public NodeAgent agent() {
    return agent;
  }

  /** The agent ends; containers go on. */
  public void stopAgent() {
    agent.close();
  }

  public void startAgentAgain() throws IOException {
    agent = startAgent();
  }

  /** The next agent plays a kubelet of this version, with SupplementalGroupsPolicy on or off. */
  public void emulate(int minorVersion, boolean groupsPolicyGate) {
    minor = minorVersion;
    gate = groupsPolicyGate;
  }

  /** The next agent takes so many pods. */
  public void limitPods(int most) {
    maxPods = most;
  }

  /** The next agent evicts by these thresholds; at first there are none, but pods' own limits. */
  public void evictBy(EvictionConfig config) {
    eviction = config;
  }

  public static EvictionConfig limitsOnly() {
    return new EvictionConfig(List.of(), Duration.ofMinutes(5), 0, Duration.ofSeconds(1));
  }

  /** The clock that agents live by. */
  public SteppedClock clock() {
    return clock;
  }

  /** Another agent, in a process of its own that begins when it says {@code ready}. */
  public Process startAgentProcess() throws IOException {
    Path kubeconfig = Files.createTempFile(directory, "kubeconfig", "");
    Files.writeString(
        kubeconfig, server.kubeconfigFor("system:node:" + NODE, List.of("system:nodes")));
    Process process =
        JavaProgram.of(NodeProcess.class)
            .command(directory.toString(), runtimeSocket.toString(), kubeconfig.toString())
            .redirectError(directory.resolve("agent.log").toFile())
            .start();
    String line = process.inputReader().readLine();
    if (!"ready".equals(line)) {
      throw new IOException(line + Files.readString(directory.resolve("agent.log")));
    }
    return process;
  }

  public void stopServer() {
    server.close();
  }

  /** On the same port, with the same data. */
  public void startServerAgain() throws IOException {
    server = startServer(URI.create(server.url()).getPort());
  }

  /** Directories, logs and mounts of a pod. */
  public List<String> traces(String uid) throws IOException {
    List<String> traces = new ArrayList<>();
    for (String place : List.of("node/pods", "logs")) {
      Path folder = directory.resolve(place);
      if (Files.exists(folder)) {
        try (Stream<Path> all = Files.list(folder)) {
          all.map(Path::toString).filter(one -> one.contains(uid)).forEach(traces::add);
        }
      }
    }
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      mounts.filter(mount -> mount.contains(directory + "/node/pods/" + uid)).forEach(traces::add);
    }
    return traces;
  }

  public Path manifests() {
    return directory.resolve("manifests");
  }

  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    agent.close();
    scheduler.close();
    schedulerClient.close();
    server.close();
  }
}
