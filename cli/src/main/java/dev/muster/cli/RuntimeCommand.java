package dev.muster.cli;

import dev.muster.cli.cluster.RegistryFlags;
import dev.muster.cri.CriEndpoint;
import dev.muster.runtime.RuntimeOptions;
import dev.muster.runtime.RuntimeServer;
import dev.muster.runtime.images.ImageStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster runtime}: the container runtime alone. */
@Command(
    name = "runtime",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = RuntimeSpecCommand.class,
    description = "Runs the container runtime alone: CRI v1 for a kubelet, crictl or muster node.",
    footer = {
      "",
      "Containers keep running when it stops, and are known again when it starts.",
      "",
      "Example:",
      "  muster runtime --listen unix:///run/muster/cri.sock"
    })
final class RuntimeCommand implements Callable<Integer> {
  @Option(
      names = "--listen",
      paramLabel = "SOCKET",
      defaultValue = "unix:///run/muster/cri.sock",
      description = "The unix socket to serve on (default: ${DEFAULT-VALUE}).")
  private String listen = "";

  @Option(
      names = "--root",
      paramLabel = "DIR",
      defaultValue = "/var/lib/muster/runtime",
      description = "Where containers and their state are kept (default: ${DEFAULT-VALUE}).")
  private Path root = Path.of("/");

  @Option(
      names = "--images",
      paramLabel = "DIR",
      defaultValue = "/var/lib/muster/images",
      description = "The directory images are kept in (default: ${DEFAULT-VALUE}).")
  private Path images = Path.of("/");

  @Option(
      names = "--cgroup-driver",
      paramLabel = "DRIVER",
      defaultValue = "cgroupfs",
      description = "Who makes cgroups: cgroupfs or systemd (default: ${DEFAULT-VALUE}).")
  private CgroupDriver cgroups = CgroupDriver.cgroupfs;

  @Option(
      names = "--cni-conf-dir",
      paramLabel = "DIR",
      defaultValue = "/etc/cni/net.d",
      description =
          "Where networks are configured; none: loopback only (default: ${DEFAULT-VALUE}).")
  private Path networks = Path.of("/");

  @Option(
      names = "--cni-bin-dir",
      paramLabel = "DIR",
      split = ",",
      defaultValue = "/opt/cni/bin,/usr/lib/cni",
      description = "Where network plugins are (default: ${DEFAULT-VALUE}).")
  private List<Path> plugins = List.of();

  @Mixin private RegistryFlags registries = new RegistryFlags();

  /** As users write them. */
  enum CgroupDriver {
    cgroupfs,
    systemd
  }

  @Override
  public Integer call() throws Exception {
    RuntimeServer server =
        RuntimeServer.start(
            new RuntimeOptions(
                root, cgroups == CgroupDriver.systemd, networks, plugins, registries.settings()),
            ImageStore.open(images),
            CriEndpoint.socket(listen));
    UntilStopped running =
        UntilStopped.closing(
            () -> {
              try {
                server.close();
              } catch (java.io.IOException e) {
                System.err.println("muster: " + e.getMessage());
              }
            });
    System.out.println("runtime     unix://" + server.socket());
    System.out.println("ready");
    running.await();
    return 0;
  }
}
