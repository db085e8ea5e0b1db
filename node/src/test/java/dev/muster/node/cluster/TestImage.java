package dev.muster.node.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An image of this machine's own tools, as {@code docker save} writes it. In it alice (uid 1000)
 * belongs to group-in-image (gid 50000), as in KEP-3619.
 */
public final class TestImage {
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "id",
          "sleep",
          "cat",
          "ls",
          "echo",
          "env",
          "stat",
          "tar",
          "touch",
          "mkdir",
          "rm",
          "date",
          "kill",
          "hostname",
          "readlink",
          "perl",
          "seq",
          "head",
          "grep",
          "chmod");

  private TestImage() {}

  /**
   * @param user as the image's configuration has it
   */
  public static Path write(Path directory, String reference, String user) throws IOException {
    Path work = Files.createTempDirectory(directory, "image");
    Path layer = work.resolve("layer.tar");
    Path root = rootfs(directory);
    Command.run(
        "tar",
        "--numeric-owner",
        "--owner=0",
        "--group=0",
        "-C",
        root.toString(),
        "-cf",
        layer.toString(),
        ".");
    String config =
        """
        {"architecture":"amd64","os":"linux","config":{"User":"%s","Env":["PATH=/usr/bin:/bin"],
        "Entrypoint":["/bin/sleep"],"Cmd":["infinity"],"WorkingDir":"/"},
        "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}
        """
            .formatted(user, digest(layer));
    Files.writeString(work.resolve("config.json"), config);
    Files.writeString(
        work.resolve("manifest.json"),
        "[{\"Config\":\"config.json\",\"RepoTags\":[\"%s\"],\"Layers\":[\"layer.tar\"]}]"
            .formatted(reference));
    Path archive = directory.resolve("image-" + Integer.toHexString(reference.hashCode()) + ".tar");
    Command.run(
        "tar",
        "-C",
        work.toString(),
        "-cf",
        archive.toString(),
        "config.json",
        "manifest.json",
        "layer.tar");
    return archive;
  }

  private static Path rootfs(Path directory) throws IOException {
    Path root = directory.resolve("rootfs");
    if (Files.exists(root)) {
      return root;
    }
    for (String one : List.of("usr/bin", "etc", "tmp", "proc", "sys", "dev", "root", "data")) {
      Files.createDirectories(root.resolve(one));
    }
    Command.run("chmod", "1777", root.resolve("tmp").toString(), root.resolve("data").toString());
    for (String link : List.of("bin", "lib", "lib64")) {
      Files.createDirectories(root.resolve("usr").resolve(link));
      Files.createSymbolicLink(root.resolve(link), Path.of("usr/" + link));
    }
    Set<String> libraries = new TreeSet<>();
    for (String tool : TOOLS) {
      String found =
          Command.run("sh", "-c", "command -v " + tool + " || echo /bin/" + tool).strip();
      Path real = Path.of(found.startsWith("/") ? found : "/bin/" + tool);
      Files.copy(real, root.resolve("usr/bin").resolve(tool));
      for (String word :
          Command.run("sh", "-c", "ldd " + real + " 2>/dev/null || true").split("\\s+")) {
        if (word.startsWith("/")) {
          libraries.add(word);
        }
      }
    }
    for (String library : libraries) {
      String place = library.startsWith("/usr") ? library.substring(1) : "usr" + library;
      Path to = root.resolve(place);
      Files.createDirectories(to.getParent());
      Files.copy(Path.of(library), to);
    }
    Path perl = root.resolve("usr/lib/x86_64-linux-gnu");
    Files.createDirectories(perl);
    Command.run("cp", "-a", "/usr/lib/x86_64-linux-gnu/perl-base", perl.toString());
    Files.writeString(
        root.resolve("etc/passwd"),
        "root:x:0:0:root:/root:/bin/sh\nalice:x:1000:1000:alice:/:/bin/sh\n");
    Files.writeString(
        root.resolve("etc/group"), "root:x:0:\nalice:x:1000:\ngroup-in-image:x:50000:alice\n");
    return root;
  }

  private static String digest(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
