package dev.muster.cli.access;

import dev.muster.authz.node.NodeGraph;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which policy, and how to print. */
final class PolicyFlags {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      description = "Files or directories with roles and bindings, instead of a cluster.")
  private List<Path> files = List.of();

  @Mixin private KubeconfigFlag cluster = new KubeconfigFlag();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Where (default: the kubeconfig's namespace, or default).")
  private @Nullable String namespace;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml (default: ${DEFAULT-VALUE}).")
  Format format = Format.table;

  /** The cluster's kubeconfig, once it is needed. */
  private @Nullable ClientConfig read;

  /** A policy to be asked about, and the namespace that is meant if none is named. */
  record Asked(RbacPolicy policy, String namespace) {}

  Asked read() throws IOException, InterruptedException {
    return new Asked(policy(), namespace());
  }

  /** Roles and bindings. */
  RbacPolicy policy() throws IOException, InterruptedException {
    return files.isEmpty() ? RbacPolicy.of(config()) : RbacPolicy.inFiles(files);
  }

  /** What nodes have to do with. */
  NodeGraph graph() throws IOException, InterruptedException {
    return files.isEmpty() ? NodePolicy.of(config()) : NodePolicy.inFiles(files);
  }

  /** The namespace that is meant if none is named; that of a kubeconfig only where one is read. */
  String namespace() {
    if (namespace != null) {
      return namespace;
    }
    return files.isEmpty() && read != null ? read.namespace() : "default";
  }

  private ClientConfig config() {
    if (read == null) {
      read = ClientConfig.read(cluster.file());
    }
    return read;
  }
}
