package dev.muster.node.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Debian's containerd, with everything of its own below one directory. */
public final class Containerd implements AutoCloseable {
  private final Path directory;
  private Process process;

  private Containerd(Path directory) throws IOException {
    this.directory = directory;
    this.process = launch();
  }

  /**
   * @param directory with a short path: sockets' names are limited
   */
  public static Containerd start(Path directory) throws IOException, InterruptedException {
    Path network = Files.createDirectories(directory.resolve("net.d"));
    Files.writeString(
        network.resolve("10-pods.conflist"),
        """
        {"cniVersion":"0.4.0","name":"pods","plugins":[{"type":"ptp","ipMasq":false,
         "ipam":{"type":"host-local","dataDir":"%s","ranges":[[{"subnet":"10.123.%d.0/24"}]],
                 "routes":[{"dst":"0.0.0.0/0"}]}}]}
        """
            .formatted(directory.resolve("ipam"), Math.floorMod(directory.hashCode(), 250) + 1));
    Files.writeString(
        directory.resolve("config.toml"),
        """
        version = 2
        root = "%1$s/root"
        state = "%1$s/state"
        [grpc]
          address = "%1$s/c.sock"
        [ttrpc]
          address = "%1$s/t.sock"
        [debug]
          level = "warn"
        [plugins."io.containerd.internal.v1.opt"]
          path = "%1$s/opt"
        [plugins."io.containerd.grpc.v1.cri"]
          sandbox_image = "muster.test/pause:1"
          restrict_oom_score_adj = true
          [plugins."io.containerd.grpc.v1.cri".containerd]
            snapshotter = "overlayfs"
          [plugins."io.containerd.grpc.v1.cri".cni]
            bin_dir = "/usr/lib/cni"
            conf_dir = "%1$s/net.d"
        """
            .formatted(directory));
    Containerd containerd = new Containerd(directory);
    containerd.awaitAnswer();
    containerd.load(TestImage.write(directory, "muster.test/pause:1", ""));
    containerd.load(TestImage.write(directory, "muster.test/tools:1", ""));
    containerd.load(TestImage.write(directory, "muster.test/alice:1", "alice"));
    return containerd;
  }

  private Process launch() throws IOException {
    return new ProcessBuilder("containerd", "--config", directory.resolve("config.toml").toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  private void awaitAnswer() throws InterruptedException, IOException {
    for (int i = 0; i < 200; i++) {
      Process asked =
          new ProcessBuilder("ctr", "-a", socket().toString(), "version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (asked.waitFor() == 0) {
        return;
      }
      if (!process.isAlive()) {
        break;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("containerd: " + Files.readString(directory.resolve("log")));
  }

  private void load(Path archive) {
    Command.run(
        "ctr", "-a", socket().toString(), "-n", "k8s.io", "images", "import", archive.toString());
  }

  public Path socket() {
    return directory.resolve("c.sock");
  }

  /** Dies without a word; what it runs goes on. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public void startAgain() throws IOException, InterruptedException {
    process = launch();
    awaitAnswer();
  }

  /** Ends it, and whatever is left of its containers. */
  @Override
  public void close() throws IOException {
    process.destroy();
    process
        .onExit()
        .orTimeout(10, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly())
        .join();
    ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains(socket().toString()))
        .forEach(ProcessHandle::destroyForcibly);
    for (int round = 0; round < 5; round++) {
      for (String mount : mounts()) {
        Command.run("umount", "-l", mount);
      }
    }
  }

  private List<String> mounts() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/mounts"))) {
      return lines
          .map(line -> line.split(" ")[1])
          .filter(point -> point.startsWith(directory + "/"))
          .distinct()
          .sorted(Comparator.reverseOrder())
          .toList();
    }
  }
}
