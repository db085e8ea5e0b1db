package dev.muster.testing.machine;

import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A machine of a {@link MachineNetwork}. */
public final class TestMachine implements AutoCloseable {
  /** Keeps the machine up, and waits for orphans as the first process of every machine does. */
  private static final String INIT =
      """
      hostname "$1"
      mount --rbind /sys/fs/cgroup "$2/cgroup"
      mount -t sysfs sysfs /sys
      mount --rbind "$2/cgroup" /sys/fs/cgroup
      mkdir -p /run/muster
      mount -t tmpfs tmpfs /run/muster
      touch "$2/up"
      while true; do sleep 3600 & wait $!; done
      """;

  private final Path directory;
  private final String hostname;
  private final String namespace;
  private final String address;
  private @Nullable Process process;

  TestMachine(Path directory, String hostname, String namespace, String address) {
    this.directory = directory;
    this.hostname = hostname;
    this.namespace = namespace;
    this.address = address;
  }

  void connect(String bridge, String gateway) {
    try {
      Files.createDirectories(directory.resolve("cgroup"));
      HostCommand.run("ip", "netns", "add", namespace);
      ip("link", "set", "lo", "up");
      HostCommand.run(
          "ip", "link", "add", namespace, "type", "veth", "peer", "name", "eth0", "netns",
          namespace);
      HostCommand.run("ip", "link", "set", namespace, "master", bridge, "up");
      ip("address", "add", address + "/24", "dev", "eth0");
      ip("link", "set", "eth0", "up");
      ip("route", "add", "default", "via", gateway);
      List<String> command =
          List.of(
              "nsenter",
              "--net=/run/netns/" + namespace,
              "unshare",
              "--mount",
              "--pid",
              "--uts",
              "--ipc",
              "--fork",
              "--kill-child",
              "--mount-proc",
              "bash",
              "-ec",
              INIT,
              "init",
              hostname,
              directory.toString());
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("init.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until("the machine is up", () -> Files.exists(directory.resolve("up")));
  }

  private void ip(String... words) {
    List<String> all = new ArrayList<>(List.of("ip", "-n", namespace));
    all.addAll(List.of(words));
    HostCommand.run(all.toArray(String[]::new));
  }

  /** Under which the others reach it. */
  public String address() {
    return address;
  }

  /** Where what runs there may keep its files. */
  public Path directory() {
    return directory;
  }

  /** A command as this machine has to run it, to be run there. */
  public List<String> command(List<String> words) {
    Optional<ProcessHandle> init = process().children().findFirst();
    List<String> all =
        new ArrayList<>(
            List.of(
                "nsenter",
                "--target=" + init.orElseThrow().pid(),
                "--mount",
                "--net",
                "--pid",
                "--uts",
                "--ipc",
                "--"));
    all.addAll(words);
    return all;
  }

  /** What a command prints there. */
  public String run(String... words) {
    return HostCommand.run(command(List.of(words)).toArray(String[]::new));
  }

  private Process process() {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException("the machine is not up");
    }
    return started;
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
      process.onExit().join();
      Await.until("nothing runs there", () -> processes().isBlank());
    }
    // by name: connections that nobody has ended keep the network for a while
    HostCommand.run("ip", "link", "delete", namespace);
    HostCommand.run("ip", "netns", "delete", namespace);
    removeCgroups();
  }

  private String processes() {
    return HostCommand.run("ip", "netns", "pids", namespace);
  }

  /** The runtime's of its pods: nothing is in them any more. */
  private void removeCgroups() {
    Path sandboxes = directory.resolve("data/runtime/sandboxes");
    if (!Files.isDirectory(sandboxes)) {
      return;
    }
    try (Stream<Path> all = Files.list(sandboxes)) {
      for (Path each : all.toList()) {
        HostCommand.run(
            "sh",
            "-c",
            "for dir in /sys/fs/cgroup/*/muster/$0 /sys/fs/cgroup/muster/$0; do"
                + " ! test -d $dir || find $dir -depth -type d -exec rmdir {} +; done",
            each.getFileName().toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
