package dev.muster.cli;

import dev.muster.cli.cluster.NodeAccessFlags;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.cri.CriEndpoint;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.linux.PrivateDirectory;
import dev.muster.node.NodeAgent;
import dev.muster.node.NodeConfig;
import dev.muster.node.features.NodeFeatures;
import dev.muster.node.machine.Machine;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.pki.Identity;
import dev.muster.pki.PeerTls;
import dev.muster.pki.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster node}: the node agent alone, for any API server and any CRI runtime. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs pods of an API server on a container runtime, as a kubelet does.",
    footer = {
      "",
      "Example:",
      "  muster node --kubeconfig node.kubeconfig --tls-cert-file node.crt \\",
      "    --tls-private-key-file node.key --client-ca-file ca.crt"
    })
final class NodeCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      required = true,
      paramLabel = "FILE",
      description = "The API server, as user system:node:NAME.")
  private Path kubeconfig = Path.of("kubeconfig");

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "SOCKET",
      defaultValue = "unix:///run/containerd/containerd.sock",
      description = "The CRI runtime (default: ${DEFAULT-VALUE}).")
  private String runtime = "";

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      defaultValue = "/var/lib/muster-node",
      description = "Where pods' files are (default: ${DEFAULT-VALUE}).")
  private Path root = Path.of("/var/lib/muster-node");

  @Option(
      names = "--address",
      paramLabel = "IP",
      description = "Where the node's own server listens (default: the node's address).")
  private @Nullable String address;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "10250",
      description = "Its port (default: ${DEFAULT-VALUE}; 0: any).")
  private int port;

  @Option(
      names = "--tls-cert-file",
      required = true,
      paramLabel = "FILE",
      description = "Its certificate, which the API server has to trust.")
  private Path certificate = Path.of("crt");

  @Option(
      names = "--tls-private-key-file",
      required = true,
      paramLabel = "FILE",
      description = "The certificate's key.")
  private Path key = Path.of("key");

  @Option(
      names = "--client-ca-file",
      required = true,
      paramLabel = "FILE",
      description = "Who signs clients' certificates, the API server's among them.")
  private Path clientCa = Path.of("ca");

  @Mixin private NodeFlags node = new NodeFlags();
  @Mixin private NodeAccessFlags access = new NodeAccessFlags();
  @Mixin private FeatureFlags features = new FeatureFlags();

  @Override
  public Integer call() throws Exception {
    FeatureGates gates = features.config(true).gates();
    PrivateDirectory.claim(root);
    Machine machine = Machine.read(root);
    MachineIdentity identity = node.identity(machine, gates.version());
    ClientConfig api = ClientConfig.read(kubeconfig);
    NodeAgent agent =
        NodeAgent.start(
            new NodeConfig(
                new NetworkTransport(api, "muster-node"),
                api.server(),
                Optional.empty(),
                CriEndpoint.socket(runtime),
                identity,
                root,
                root.resolve("logs"),
                node.logLimits(),
                node.eviction(),
                node.manifests(),
                node.dns(),
                address == null ? identity.address() : address,
                port,
                serving(),
                NodeFeatures.of(gates),
                node.images(),
                node.sysctls(machine),
                access.access()));
    UntilStopped running = UntilStopped.closing(agent::close);
    System.out.println("node        " + identity.name());
    System.out.println("server      " + api.server());
    System.out.println("ready");
    running.await();
    return 0;
  }

  private SSLContext serving() throws IOException {
    return PeerTls.context(
        Identity.ofPem(Files.readString(certificate), certificate, Files.readString(key), key),
        Pem.certificates(
            Files.readString(clientCa), clientCa, "give the authority's certificate in PEM form"));
  }
}
