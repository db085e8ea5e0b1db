package dev.muster.runtime;

import dev.muster.base.Closing;
import dev.muster.runtime.images.Snapshots;
import dev.muster.runtime.network.CniNetwork;
import dev.muster.runtime.network.PodNetwork;
import dev.muster.runtime.oci.Host;
import dev.muster.runtime.pods.Containers;
import dev.muster.runtime.pods.Events;
import dev.muster.runtime.pods.ExitWatch;
import dev.muster.runtime.pods.ImageSource;
import dev.muster.runtime.pods.Layout;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.pods.Sandboxes;
import dev.muster.runtime.pods.UserNamespaces;
import dev.muster.runtime.process.Conmon;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.service.CriRuntimeService;
import dev.muster.runtime.stats.Statistics;
import dev.muster.runtime.streaming.StreamingServer;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The container runtime, put together. It takes over what an earlier one on the same root left
 * running; closing it leaves containers running.
 */
public final class ContainerRuntime implements AutoCloseable {
  private static final List<Path> PROGRAMS =
      List.of(
          Path.of("/usr/local/sbin"),
          Path.of("/usr/local/bin"),
          Path.of("/usr/sbin"),
          Path.of("/usr/bin"),
          Path.of("/usr/libexec/podman"));

  private final Closing parts;
  private final BindableService service;

  private ContainerRuntime(Closing parts, BindableService service) {
    this.parts = parts;
    this.service = service;
  }

  /** Starts on images and snapshots that are kept elsewhere. */
  public static ContainerRuntime start(
      RuntimeOptions options, ImageSource images, Snapshots snapshots) throws IOException {
    Closing parts = new Closing();
    try {
      return start(options, images, snapshots, parts);
    } catch (IOException | RuntimeException failed) {
      parts.close();
      throw failed;
    }
  }

  private static ContainerRuntime start(
      RuntimeOptions options, ImageSource images, Snapshots snapshots, Closing parts)
      throws IOException {
    Layout layout = parts.add(Layout.in(options.root()));
    parts.add(DirectoryClaim.of(layout.root(), "containers"));
    Host host = Host.read();
    Map<String, OciRuntime> runtimes = runtimes(layout, options.systemdCgroups());
    PodNetwork network = new CniNetwork(options.networks(), options.plugins());
    Conmon conmon =
        new Conmon(
            program("conmon").orElseThrow(() -> missing("conmon")),
            layout.exits(),
            layout.sockets());
    Events events = new Events();
    Sandboxes sandboxes = new Sandboxes(layout, runtimes, network, host.lowestOomScore());
    Containers containers =
        new Containers(layout, sandboxes, images, snapshots, conmon, host, events);
    sandboxes.recover();
    containers.recover();
    StreamingServer streaming = parts.add(StreamingServer.start());
    CriRuntimeService service =
        new CriRuntimeService(
            new Pods(sandboxes, containers, events),
            List.copyOf(runtimes.values()),
            network,
            UserNamespaces.work(layout),
            new Statistics(snapshots, layout.root()),
            streaming);
    parts.add(ExitWatch.start(layout.exits(), containers::exited));
    return new ContainerRuntime(parts, service);
  }

  /** Programs that containers need and this machine does not have. */
  public static List<String> missingPrograms() {
    return Stream.of("runc", "conmon")
        .filter(each -> program(each).isEmpty())
        .filter(each -> !each.equals("runc") || program("crun").isEmpty())
        .toList();
  }

  /** CRI's RuntimeService. */
  public BindableService service() {
    return service;
  }

  private static Map<String, OciRuntime> runtimes(Layout layout, boolean systemd)
      throws IOException {
    Map<String, OciRuntime> found = new LinkedHashMap<>();
    for (String name : List.of("runc", "crun")) {
      Optional<Path> program = program(name);
      if (program.isPresent()) {
        found.putIfAbsent("", new OciRuntime("", program.get(), layout.oci(""), systemd));
        found.put(name, new OciRuntime(name, program.get(), layout.oci(name), systemd));
      }
    }
    if (found.isEmpty()) {
      throw missing("runc");
    }
    return found;
  }

  private static Optional<Path> program(String name) {
    return PROGRAMS.stream()
        .map(each -> each.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static IOException missing(String program) {
    return new IOException(
        program + " is not installed: run 'apt-get install " + program + "' first");
  }

  @Override
  public void close() throws IOException {
    parts.close();
  }
}
