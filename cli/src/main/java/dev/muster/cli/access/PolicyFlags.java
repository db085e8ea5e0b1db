package dev.muster.cli.access;

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

  /** A policy to be asked about, and the namespace that is meant if none is named. */
  record Asked(RbacPolicy policy, String namespace) {}

  Asked read() throws IOException, InterruptedException {
    if (!files.isEmpty()) {
      return new Asked(RbacPolicy.inFiles(files), namespace == null ? "default" : namespace);
    }
    ClientConfig config = ClientConfig.read(cluster.file());
    return new Asked(RbacPolicy.of(config), namespace == null ? config.namespace() : namespace);
  }
}
