package dev.muster.runtime;

import dev.muster.linux.DiskUsage;
import dev.muster.linux.MountTable;
import dev.muster.linux.Mounts;
import dev.muster.runtime.images.Digest;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageConfig;
import dev.muster.runtime.images.Snapshots;
import dev.muster.runtime.pods.ImageSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Images that are directories with the host's own shell and tools, and overlays on top of them.
 * Names say what is in them, so that another process on the same directory finds them again.
 */
final class DirectoryImages implements ImageSource, Snapshots {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "cat",
          "sleep",
          "id",
          "echo",
          "ls",
          "grep",
          "stat",
          "touch",
          "mkdir",
          "kill",
          "head",
          "env",
          "mount",
          "readlink",
          "tr",
          "stty",
          "chroot",
          "hostname",
          "test",
          "dd",
          "yes");

  private final Path root;
  private final Map<String, Image> images = new ConcurrentHashMap<>();

  DirectoryImages(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(tools());
    Files.createDirectories(root.resolve("snapshots"));
  }

  private Path tools() {
    return root.resolve("tools");
  }

  /** Copies the host's tools and the libraries they need. */
  void copyTools() throws IOException, InterruptedException {
    for (String each : List.of("bin", "etc", "proc", "dev", "sys", "tmp", "root", "mnt")) {
      Files.createDirectories(tools().resolve(each));
    }
    for (String name : TOOLS) {
      Path program =
          Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")
              .map(each -> Path.of(each, name))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.copy(program.toRealPath(), tools().resolve("bin").resolve(name));
      Process ldd = new ProcessBuilder("ldd", program.toString()).redirectErrorStream(true).start();
      for (String line :
          new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList()) {
        for (String word : line.strip().split(" ")) {
          if (word.startsWith("/")) {
            Path target = tools().resolve(word.substring(1));
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            if (!Files.exists(target)) {
              Files.copy(Path.of(word).toRealPath(), target);
            }
          }
        }
      }
      ldd.waitFor();
    }
  }

  /** An image with these accounts; null for a file that is not there. */
  String add(String name, String user, @Nullable String passwd, @Nullable String group)
      throws IOException {
    Path layer = Files.createDirectories(root.resolve("layers").resolve(name));
    Files.createDirectories(layer.resolve("etc"));
    Files.writeString(layer.resolve("user"), user);
    if (passwd != null) {
      Files.writeString(layer.resolve("etc/passwd"), passwd);
    }
    if (group != null) {
      Files.writeString(layer.resolve("etc/group"), group);
    }
    return name;
  }

  @Override
  public Optional<Image> find(String reference) throws IOException {
    Path user = root.resolve("layers").resolve(reference).resolve("user");
    if (reference.contains("/") || !Files.exists(user)) {
      return Optional.empty();
    }
    Image known = images.get(reference);
    if (known == null) {
      known = image(reference, Files.readString(user));
      images.put(reference, known);
    }
    return Optional.of(known);
  }

  private static Image image(String name, String user) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      Digest id = new Digest("sha256:" + HexFormat.of().formatHex(hash));
      return new Image(
          id,
          id,
          List.of(name + ":latest"),
          List.of(),
          0,
          new ImageConfig(
              "linux",
              "amd64",
              "",
              user,
              List.of(),
              List.of(),
              List.of("sleep", "1000"),
              "",
              "",
              List.of(),
              Map.of()),
          List.of(),
          false);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Path prepare(String key, Image image) throws IOException {
    Path snapshot = root.resolve("snapshots").resolve(key);
    Path merged = snapshot.resolve("root");
    if (Files.exists(merged)) {
      return merged;
    }
    Files.createDirectories(snapshot.resolve("upper"));
    Files.createDirectories(snapshot.resolve("work"));
    Files.createDirectories(merged);
    String name = image.repoTags().getFirst().replace(":latest", "");
    Mounts.mount(
        "overlay",
        merged,
        "overlay",
        0,
        "lowerdir=%s:%s,upperdir=%s,workdir=%s"
            .formatted(
                root.resolve("layers").resolve(name),
                tools(),
                snapshot.resolve("upper"),
                snapshot.resolve("work")));
    return merged;
  }

  @Override
  public Optional<Path> root(String key) {
    Path merged = root.resolve("snapshots").resolve(key).resolve("root");
    return Files.exists(merged) ? Optional.of(merged) : Optional.empty();
  }

  @Override
  public void unmount(String key) throws IOException {
    for (String each : MountTable.atOrBelow(root.resolve("snapshots").resolve(key))) {
      Mounts.detach(each);
    }
  }

  @Override
  public DiskUsage usage(String key) {
    return new DiskUsage(0, 0);
  }

  @Override
  public void remove(String key) throws IOException {
    delete(root.resolve("snapshots").resolve(key));
  }

  @Override
  public List<String> keys() throws IOException {
    try (Stream<Path> found = Files.list(root.resolve("snapshots"))) {
      return found.map(each -> each.getFileName().toString()).toList();
    }
  }

  static void delete(Path directory) throws IOException {
    for (String each : MountTable.atOrBelow(directory)) {
      Mounts.detach(each);
    }
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.toList();
    }
    for (Path each : all.reversed()) {
      Files.deleteIfExists(each);
    }
  }
}
