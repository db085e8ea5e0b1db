package dev.muster.runtime;

import dev.muster.runtime.images.RegistrySettings;
import java.nio.file.Path;
import java.util.List;

/**
 * How a runtime is set up.
 *
 * @param root where it keeps containers and their state
 * @param systemdCgroups whether systemd makes cgroups; otherwise the runtime itself
 * @param networks where CNI configurations are
 * @param plugins where CNI plugins are, the first that has one counts
 * @param registries how images are pulled
 */
public record RuntimeOptions(
    Path root,
    boolean systemdCgroups,
    Path networks,
    List<Path> plugins,
    RegistrySettings registries) {
  public RuntimeOptions {
    plugins = List.copyOf(plugins);
  }

  /** The usual places, below a root. */
  public static RuntimeOptions in(Path root) {
    return new RuntimeOptions(
        root,
        false,
        Path.of("/etc/cni/net.d"),
        List.of(Path.of("/opt/cni/bin"), Path.of("/usr/lib/cni")),
        RegistrySettings.DEFAULT);
  }
}
