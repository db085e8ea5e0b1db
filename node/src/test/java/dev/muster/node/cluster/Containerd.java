package dev.muster.node.cluster;

import dev.muster.cri.CriClient;
import dev.muster.cri.v1.ImageSpec;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.images.DockerRegistry;
import dev.muster.testing.images.ImageArchive;
import dev.muster.testing.images.Rootfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
  public static Containerd start(Path directory) throws IOException {
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
            [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
              runtime_type = "io.containerd.runc.v2"
            [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.other]
              runtime_type = "io.containerd.runc.v2"
          [plugins."io.containerd.grpc.v1.cri".cni]
            bin_dir = "/usr/lib/cni"
            conf_dir = "%1$s/net.d"
        """
            .formatted(directory));
    Containerd containerd = new Containerd(directory);
    containerd.awaitAnswer();
    containerd.load(containerd.archive());
    return containerd;
  }

  /** The images that it begins with. */
  public Path archive() throws IOException {
    if (Files.exists(directory.resolve("images.tar"))) {
      return directory.resolve("images.tar");
    }
    ImageArchive images = new ImageArchive(directory);
    ImageArchive.Layer tools = images.layer(Rootfs.tools(directory.resolve("rootfs")));
    Path oddities = Files.createDirectory(directory.resolve("odd"));
    Files.writeString(
        Files.createDirectory(oddities.resolve("etc")).resolve("group"),
        "root:x:0:\nalice:x:1000:\nodd:x:many:alice\n");
    return images
        .add("muster.test/pause:1", "", tools)
        .add("muster.test/tools:1", "", tools)
        .add("muster.test/alice:1", "alice", tools)
        .add("muster.test/odd:1", "alice", tools, images.layer(oddities))
        .add("muster.test/uid-gid:1", "1000:2222", tools)
        .add("muster.test/name-group:1", "alice:group-in-image", tools)
        .add("muster.test/only-gid:1", ":2222", tools)
        .archive(directory.resolve("images.tar"));
  }

  private Process launch() throws IOException {
    return new ProcessBuilder("containerd", "--config", directory.resolve("config.toml").toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  private void awaitAnswer() throws IOException {
    try {
      Await.until(
          "containerd's answer",
          () -> {
            if (!process.isAlive()) {
              throw new IOException("it has ended");
            }
            return new ProcessBuilder("ctr", "-a", socket().toString(), "version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor()
                == 0;
          });
    } catch (AssertionError e) {
      throw new AssertionError("containerd: " + Files.readString(directory.resolve("log")), e);
    }
  }

  /** Takes in all images of an archive. */
  public void load(Path archive) {
    ctr("images", "import", archive.toString());
  }

  /** Runs its own client. */
  private String ctr(String... arguments) {
    return ctr("k8s.io", arguments);
  }

  /** Pushes an image of an archive under another name, and keeps nothing of it. */
  public String push(DockerRegistry to, Path archive, String image, String repository) {
    String name = to.name(repository);
    aside("images", "import", "--no-unpack", archive.toString());
    aside("images", "tag", image, name);
    aside("images", "push", "--plain-http", "--user", "alice:secret", name);
    aside("images", "remove", "--sync", image, name);
    return name;
  }

  /** What it knows an image by, whatever its names. */
  public String imageId(String image) {
    try (CriClient cri = CriClient.connect(socket())) {
      return cri.images()
          .imageStatus(
              ImageStatusRequest.newBuilder()
                  .setImage(ImageSpec.newBuilder().setImage(image))
                  .build())
          .getImage()
          .getId();
    }
  }

  /** Runs its own client in a namespace that pods do not see. */
  private void aside(String... arguments) {
    ctr("aside", arguments);
  }

  private String ctr(String namespace, String[] arguments) {
    List<String> command =
        new ArrayList<>(List.of("ctr", "-a", socket().toString(), "-n", namespace));
    command.addAll(List.of(arguments));
    return HostCommand.run(command.toArray(String[]::new)).strip();
  }

  /** Roots and shared memory of containers and sandboxes. */
  public List<String> podMounts() throws IOException {
    return mounts().stream().filter(point -> point.startsWith(directory + "/state/")).toList();
  }

  /** What sandboxes have of the pods' network, until their namespaces are taken down. */
  public List<String> addresses() throws IOException {
    Path taken = directory.resolve("ipam/pods");
    if (!Files.exists(taken)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(taken)) {
      return all.map(one -> String.valueOf(one.getFileName()))
          .filter(name -> name.startsWith("10."))
          .toList();
    }
  }

  /** The ids of all containers and sandboxes that it knows. */
  public String containers() {
    return ctr("containers", "list", "-q");
  }

  /** The process that holds a pod's containers. */
  public String shim(String podUid) {
    String sandbox =
        ctr(
            "containers",
            "list",
            "-q",
            "labels.\"io.kubernetes.pod.uid\"==%s,labels.\"io.cri-containerd.kind\"==sandbox"
                .formatted(podUid));
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains("-id " + sandbox))
        .map(process -> Long.toString(process.pid()))
        .findFirst()
        .orElseThrow();
  }

  public Path socket() {
    return directory.resolve("c.sock");
  }

  /** Dies without a word; what it runs goes on. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public void startAgain() throws IOException {
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
        HostCommand.run("umount", "-l", mount);
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
