package dev.muster.node.cluster;

import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
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
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;

/** A node agent in a process of its own, which can be killed. It answers no requests. */
public final class NodeProcess {
  private NodeProcess() {}

  /** The cluster's directory, the runtime's socket and the node's kubeconfig. */
  public static void main(String[] arguments)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path directory = Path.of(arguments[0]);
    ClientConfig api = ClientConfig.read(Path.of(arguments[2]));
    NodeAgent.start(
        new NodeConfig(
            new NetworkTransport(api, "muster-node"),
            api.server(),
            Optional.empty(),
            Path.of(arguments[1]),
            new MachineIdentity(TestCluster.NODE, "127.0.0.1", "v1.35.0", 110, Map.of(), List.of()),
            directory.resolve("node"),
            directory.resolve("logs"),
            LogLimits.DEFAULT,
            EvictionConfig.defaults(),
            Optional.empty(),
            NodeConfig.hostDns(),
            "127.0.0.1",
            0,
            SSLContext.getDefault(),
            NodeFeatures.of(FeatureGates.defaults()),
            CredentialVerification.DEFAULT,
            SysctlAllowlist.of("6.18", List.of()),
            NodeAccess.defaults()));
    System.out.println("ready");
    new CountDownLatch(1).await();
  }
}
