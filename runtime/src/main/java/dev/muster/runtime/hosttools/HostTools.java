package dev.muster.runtime.hosttools;

import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageBuilder;
import dev.muster.runtime.images.ImageReference;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.layers.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds an image from the host's shell, its core utilities and the libraries they need. The user
 * alice (uid and gid 1000) is in the group group-in-image (50000), as in KEP-3619
 * SupplementalGroupsPolicy. On the same host the same image comes out each time.
 */
public final class HostTools {
  /** The name it has unless another is asked for. */
  public static final String NAME = "muster.local/host-tools:1";

  /** Programs without which there is no image. */
  private static final List<String> NEEDED =
      List.of("sh", "cat", "echo", "id", "ls", "sleep", "stat", "true", "false", "env");

  /** Programs that are taken along where the host has them. */
  private static final List<String> WELCOME =
      List.of(
          "base64",
          "basename",
          "bash",
          "chmod",
          "chown",
          "cp",
          "cut",
          "date",
          "dd",
          "df",
          "dirname",
          "du",
          "expr",
          "find",
          "grep",
          "groups",
          "gzip",
          "head",
          "hostname",
          "ip",
          "kill",
          "ln",
          "mkdir",
          "mkfifo",
          "mktemp",
          "mount",
          "mv",
          "nc",
          "nproc",
          "printf",
          "ps",
          "pwd",
          "readlink",
          "realpath",
          "rm",
          "rmdir",
          "sed",
          "seq",
          "sha256sum",
          "sort",
          "ssh",
          "stty",
          "sync",
          "tail",
          "tar",
          "tee",
          "test",
          "timeout",
          "touch",
          "tr",
          "tty",
          "uname",
          "uniq",
          "wc",
          "whoami",
          "xargs");

  private static final List<Path> SEARCH =
      List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"));

  private static final String PASSWD =
      """
      root:x:0:0:root:/root:/bin/sh
      alice:x:1000:1000::/home/alice:/bin/sh
      nobody:x:65534:65534:nobody:/:/bin/false
      """;
  private static final String GROUP =
      """
      root:x:0:
      alice:x:1000:
      group-in-image:x:50000:alice
      nogroup:x:65534:
      """;

  private HostTools() {}

  /** Builds the image with alice as its USER, under its usual name. */
  public static Image build(ImageStore store) throws IOException {
    return build(store, ImageReference.parse(NAME), "alice");
  }

  /**
   * Builds the image.
   *
   * @param user the image's USER, empty for none
   */
  public static Image build(ImageStore store, ImageReference name, String user) throws IOException {
    try (ImageBuilder builder = new ImageBuilder(store)) {
      return builder
          .layer(layer(PASSWD, GROUP))
          .user(user)
          .env("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
          .command("/bin/sh")
          .workingDirectory("/")
          .build(name);
    }
  }

  /** The image's only layer, with account files of the caller's choice. */
  public static byte[] layer(String passwd, String group) throws IOException {
    Map<String, Path> files = files();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 << 20);
    try (TarWriter tar = new TarWriter(bytes)) {
      directories(tar, files);
      text(tar, "etc/group", group);
      text(tar, "etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
      text(tar, "etc/passwd", passwd);
      for (Map.Entry<String, Path> each : files.entrySet()) {
        try (InputStream in = Files.newInputStream(each.getValue())) {
          tar.file(each.getKey(), in, Files.size(each.getValue()), 0755, 0, 0);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void text(TarWriter tar, String name, String text) throws IOException {
    tar.file(name, text.getBytes(StandardCharsets.UTF_8), 0644, 0, 0);
  }

  private static void directories(TarWriter tar, Map<String, Path> files) throws IOException {
    TreeMap<String, int[]> directories = new TreeMap<>();
    for (String each : List.of("dev", "etc", "home", "proc", "run", "sys", "var", "usr")) {
      directories.put(each, new int[] {0755, 0});
    }
    directories.put("home/alice", new int[] {0755, 1000});
    directories.put("root", new int[] {0700, 0});
    directories.put("tmp", new int[] {01777, 0});
    for (String each : List.of("usr/bin", "usr/sbin", "usr/lib", "usr/lib64")) {
      directories.put(each, new int[] {0755, 0});
    }
    for (String file : files.keySet()) {
      for (int at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1)) {
        directories.putIfAbsent(file.substring(0, at), new int[] {0755, 0});
      }
    }
    tar.directory(".", 0755, 0, 0);
    for (Map.Entry<String, int[]> each : directories.entrySet()) {
      int owner = each.getValue()[1];
      tar.directory(each.getKey(), each.getValue()[0], owner, owner);
    }
    for (String each : List.of("bin", "lib", "lib64", "sbin")) {
      tar.link(each, "usr/" + each);
    }
  }

  /** Where each file goes in the image, and where the host has it. */
  private static Map<String, Path> files() throws IOException {
    Map<String, Path> programs = new TreeMap<>();
    for (String each : NEEDED) {
      Path found = find(each);
      if (found == null) {
        throw new IOException("this host has no " + each + " in " + SEARCH);
      }
      programs.put("usr/bin/" + each, found);
    }
    for (String each : WELCOME) {
      Path found = find(each);
      if (found != null) {
        programs.put("usr/bin/" + each, found);
      }
    }
    Map<String, Path> files = new TreeMap<>(programs);
    for (Path library : SharedLibraries.of(programs.values())) {
      files.put(inImage(library), library.toRealPath());
    }
    return files;
  }

  private static @Nullable Path find(String program) throws IOException {
    for (Path directory : SEARCH) {
      Path path = directory.resolve(program);
      if (Files.isExecutable(path)) {
        return path.toRealPath();
      }
    }
    return null;
  }

  /** The image has one /usr, as Debian has: /lib and /lib64 are links into it. */
  private static String inImage(Path library) {
    String path = library.normalize().toString();
    return path.startsWith("/usr/") ? path.substring(1) : "usr" + path;
  }
}
