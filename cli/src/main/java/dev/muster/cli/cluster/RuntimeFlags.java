package dev.muster.cli.cluster;

import dev.muster.runtime.RuntimeOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How our own runtime connects pods and pulls images; {@code muster runtime}'s names. */
public final class RuntimeFlags {
  @Option(
      names = "--cni-conf-dir",
      hidden = true,
      paramLabel = "DIR",
      description = "Where pods' networks are configured (default: /etc/cni/net.d).")
  @Nullable Path configurations;

  @Option(
      names = "--cni-bin-dir",
      hidden = true,
      split = ",",
      paramLabel = "DIR",
      description = "Where network plugins are (default: /opt/cni/bin,/usr/lib/cni).")
  List<Path> plugins = List.of();

  @Mixin RegistryFlags registries = new RegistryFlags();

  /** Networks that are configured in this directory, with plugins from the usual places. */
  public static RuntimeFlags of(Path configurations) {
    RuntimeFlags flags = new RuntimeFlags();
    flags.configurations = configurations;
    return flags;
  }

  /** Whether somebody has said how pods are connected. */
  boolean namesNetworks() {
    return configurations != null;
  }

  /** The same, but for where networks are configured. */
  RuntimeFlags on(Path networks) {
    RuntimeFlags flags = new RuntimeFlags();
    flags.configurations = networks;
    flags.plugins = plugins;
    flags.registries = registries;
    return flags;
  }

  /** Where network plugins are. */
  List<Path> plugins() {
    return plugins.isEmpty() ? RuntimeOptions.in(Path.of("/")).plugins() : plugins;
  }

  RuntimeOptions options(Path root) {
    RuntimeOptions usual = RuntimeOptions.in(root);
    return new RuntimeOptions(
        root,
        usual.systemdCgroups(),
        configurations == null ? usual.networks() : configurations,
        plugins.isEmpty() ? usual.plugins() : plugins,
        registries.settings());
  }
}
