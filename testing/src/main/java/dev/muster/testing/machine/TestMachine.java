package dev.muster.testing.machine;

import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.NetworkPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
  private final NetworkPlace place;
  private final BooleanSupplier idle;
  private @Nullable Process process;

  /**
   * Not up yet.
   *
   * @param idle whether nothing runs there
   */
  TestMachine(Path directory, String hostname, NetworkPlace place, BooleanSupplier idle) {
    this.directory = directory;
    this.hostname = hostname;
    this.place = place;
    this.idle = idle;
  }

  void boot() {
    try {
      Files.createDirectories(directory.resolve("cgroup"));
      List<String> command =
          List.of(
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
          new ProcessBuilder(place.command(command))
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("init.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until("the machine is up", () -> Files.exists(directory.resolve("up")));
  }

  /** Under which the others reach it. */
  public String address() {
    return place.address();
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
      Await.until("nothing runs there", idle::getAsBoolean);
    }
    removeCgroups();
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
