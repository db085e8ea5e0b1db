package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.PodNetworkFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@code muster up} runs, with networks from the folder {@code net.d} of its directory. */
record RunningUp(Path directory, LocalCluster cluster, Kubectl kubectl) {
  static RunningUp start(Path directory) throws IOException, InterruptedException {
    return start(directory, ApiFeatures.defaults());
  }

  /** As of another version, or with other gates. */
  static RunningUp start(Path directory, ApiFeatures features)
      throws IOException, InterruptedException {
    return start(directory, features, PodNetworkFlags.none());
  }

  /** With a network of its own. */
  static RunningUp start(Path directory, PodNetworkFlags network)
      throws IOException, InterruptedException {
    return start(directory, ApiFeatures.defaults(), network);
  }

  private static RunningUp start(Path directory, ApiFeatures features, PodNetworkFlags network)
      throws IOException, InterruptedException {
    ContainerPrograms programs = ContainerPrograms.ofThisMachine();
    assumeTrue(programs.root(), "containers need root");
    ServerConfig config =
        ServerConfig.in(directory.resolve("data"))
            .onPort(0)
            .with(features)
            .with(Background.of(Set.of("*")));
    LocalCluster cluster =
        LocalCluster.withNode(
            config,
            NodeFlags.of("here", "127.0.0.1"),
            RuntimeFlags.of(directory.resolve("net.d")),
            network,
            programs,
            Optional.empty(),
            Optional.empty());
    assertThat(cluster.problem()).isEmpty();
    Path home = Files.createDirectories(directory.resolve("home"));
    return new RunningUp(directory, cluster, Kubectl.on(cluster.server().kubeconfig(), home));
  }

  /** Mounts, processes, cgroups and directories whose names have a part in common. */
  List<String> leftovers(String part) {
    return new RuntimeTraces(directory).naming(part);
  }
}
