package dev.muster.cli.gmsa;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.cri.CriClient;
import dev.muster.cri.CriServer;
import dev.muster.cri.v1.ListPodSandboxRequest;
import dev.muster.cri.v1.PodSandbox;
import dev.muster.cri.v1.RemovePodSandboxRequest;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.node.NodeAgent;
import dev.muster.node.NodeConfig;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.features.NodeFeatures;
import dev.muster.node.images.CredentialVerification;
import dev.muster.node.logs.LogLimits;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.node.machine.SysctlAllowlist;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.runtime.ContainerRuntime;
import dev.muster.runtime.RuntimeOptions;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.images.RegistrySettings;
import dev.muster.runtime.imageservice.CriImageService;
import dev.muster.scheduler.Scheduler;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** API server, scheduler, node and our own container runtime: from kubectl to the OCI bundle. */
final class GmsaCluster {
  private static final String NODE = "node-a";

  private final Path directory;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final ApiServer server;
  private final CriClient cri;
  private NodeAgent agent;

  private GmsaCluster(Path directory) throws IOException {
    this.directory = directory;
    ImageStore store = ImageStore.open(directory.resolve("images"));
    HostTools.build(store);
    OverlaySnapshots snapshots = new OverlaySnapshots(store);
    ContainerRuntime runtime =
        keep(
            ContainerRuntime.start(
                RuntimeOptions.in(directory.resolve("runtime")), store::find, snapshots));
    ImagePuller puller = keep(new ImagePuller(store, RegistrySettings.DEFAULT));
    CriServer socket =
        keep(
            CriServer.start(
                directory.resolve("cri.sock"),
                List.of(runtime.service(), new CriImageService(store, snapshots, puller))));
    this.cri = keep(CriClient.connect(socket.socket()));
    this.server =
        keep(
            ApiServer.start(
                ServerConfig.in(Files.createDirectories(directory.resolve("data")))
                    .with(Authorization.by("Node", "RBAC"))
                    .with(new Admission(Set.of("NodeRestriction"), Set.of()))
                    .with(Background.of(Set.of("*")))
                    .onPort(0)));
    ApiClient scheduling =
        keep(new ApiClient(connection("system:kube-scheduler", "system:authenticated")));
    keep(Scheduler.start(scheduling, Clock.systemUTC()));
    this.agent = agent(socket.socket());
  }

  /** Starts, or skips the test where containers cannot be made. */
  static GmsaCluster start(Path directory) throws IOException {
    assumeTrue(System.getProperty("user.name", "").equals("root"), "containers need root");
    return new GmsaCluster(directory);
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  private ClientConfig connection(String user, String group) {
    return ClientConfig.parse(
        server.kubeconfigFor(user, List.of(group)), directory.resolve(user + ".kubeconfig"));
  }

  private NodeAgent agent(Path socket) throws IOException {
    return NodeAgent.start(
        new NodeConfig(
            server.controllerConnections().node(NODE),
            URI.create(server.url()),
            Optional.empty(),
            socket,
            new MachineIdentity(NODE, "127.0.0.1", "v1.35.0", 110, Map.of(), List.of()),
            directory.resolve("node"),
            directory.resolve("logs"),
            LogLimits.DEFAULT,
            EvictionConfig.defaults(),
            Optional.empty(),
            NodeConfig.hostDns(),
            "127.0.0.1",
            0,
            server.nodeServerContext(NODE, List.of(NODE, "127.0.0.1")),
            NodeFeatures.of(FeatureGates.defaults()),
            CredentialVerification.DEFAULT,
            SysctlAllowlist.of("6.18", List.of()),
            NodeAccess.defaults()));
  }

  /** The node ends and comes again; what it keeps on disk is all it knows then. */
  void restartNode() throws IOException {
    agent.close();
    agent = agent(directory.resolve("cri.sock"));
  }

  Kubectl admin() throws IOException {
    return Kubectl.on(
        server.kubeconfig(), Files.createDirectories(directory.resolve("home-of-admin")));
  }

  /** With a client certificate of the person's own. */
  Kubectl person(String name) throws IOException {
    Path home = Files.createDirectories(directory.resolve("home-of-" + name));
    Path file = home.resolve("kubeconfig");
    Files.writeString(file, server.kubeconfigFor(name, List.of()));
    return Kubectl.on(file, home);
  }

  CriClient cri() {
    return cri;
  }

  /** The OCI specification of a container. */
  Path specification(String container) {
    return directory.resolve("runtime/containers").resolve(container).resolve("config.json");
  }

  /** Ends all, and removes what runs. */
  void stop() throws Exception {
    agent.close();
    for (PodSandbox each :
        cri.runtime().listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList()) {
      cri.runtime()
          .removePodSandbox(
              RemovePodSandboxRequest.newBuilder().setPodSandboxId(each.getId()).build());
    }
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
  }
}
