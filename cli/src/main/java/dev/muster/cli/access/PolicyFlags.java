package dev.muster.cli.access;

import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which policy, and how to print. */
final class PolicyFlags {
  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      description = "Files or directories with roles and bindings, instead of a cluster.")
  private List<Path> files = List.of();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster to ask (default: $KUBECONFIG, then ~/.muster/admin.kubeconfig, then"
              + " ~/.kube/config).")
  private @Nullable Path kubeconfig;

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
  record Asked(Policy policy, String namespace) {}

  Asked read() throws IOException, InterruptedException {
    if (!files.isEmpty()) {
      return new Asked(Policy.inFiles(files), namespace == null ? "default" : namespace);
    }
    ClientConfig cluster = ClientConfig.read(kubeconfig());
    return new Asked(Policy.of(cluster), namespace == null ? cluster.namespace() : namespace);
  }

  private Path kubeconfig() {
    if (kubeconfig != null) {
      return kubeconfig;
    }
    Path home = Path.of(System.getProperty("user.home"));
    Path usual = home.resolve(".kube/config");
    return Optional.ofNullable(System.getenv("KUBECONFIG"))
        .filter(value -> !value.isEmpty())
        .map(Path::of)
        .orElseGet(
            () -> {
              Path ours = home.resolve(".muster/admin.kubeconfig");
              return Files.exists(ours) ? ours : usual;
            });
  }
}
