package dev.muster.cli.kubeconfig;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --kubeconfig}, for commands that would ask the cluster of {@code muster up}. */
public final class KubeconfigFlag {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster to ask (default: $KUBECONFIG, then ~/.muster/admin.kubeconfig, then"
              + " ~/.kube/config).")
  private @Nullable Path given;

  public Path file() {
    if (given != null) {
      return given;
    }
    Path home = Path.of(System.getProperty("user.home"));
    return fromEnvironment()
        .orElseGet(
            () -> {
              Path ours = home.resolve(".muster/admin.kubeconfig");
              return Files.exists(ours) ? ours : home.resolve(".kube/config");
            });
  }

  /** The file that {@code $KUBECONFIG} names. */
  private static Optional<Path> fromEnvironment() {
    return Optional.ofNullable(System.getenv("KUBECONFIG"))
        .filter(value -> !value.isEmpty())
        .map(Path::of);
  }
}
