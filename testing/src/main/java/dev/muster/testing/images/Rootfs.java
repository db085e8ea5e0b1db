package dev.muster.testing.images;

import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Root directories made of this machine's own programs and the libraries that they need. */
public final class Rootfs {
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
          "chmod",
          "mv",
          "dd",
          "true");

  private Rootfs() {}

  /** In it alice (uid 1000) belongs to group-in-image (gid 50000), as in KEP-3619. */
  public static Path tools(Path root) throws IOException {
    for (String one : List.of("etc", "tmp", "proc", "sys", "dev", "root", "data")) {
      Files.createDirectories(root.resolve(one));
    }
    HostCommand.run(
        "chmod", "1777", root.resolve("tmp").toString(), root.resolve("data").toString());
    for (String link : List.of("bin", "lib", "lib64")) {
      Files.createDirectories(root.resolve("usr").resolve(link));
      Files.createSymbolicLink(root.resolve(link), Path.of("usr/" + link));
    }
    List<Path> programs = new ArrayList<>();
    for (String tool : TOOLS) {
      Path usual = Path.of("/usr/bin", tool);
      programs.add(Files.exists(usual) ? usual : Path.of("/bin", tool));
    }
    add(root, programs);
    Path perl = Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu"));
    HostCommand.run("cp", "-a", "/usr/lib/x86_64-linux-gnu/perl-base", perl.toString());
    Files.writeString(
        root.resolve("etc/passwd"),
        "root:x:0:0:root:/root:/bin/sh\nalice:x:1000:1000:alice:/:/bin/sh\n");
    Files.writeString(
        root.resolve("etc/group"), "root:x:0:\nalice:x:1000:\ngroup-in-image:x:50000:alice\n");
    return root;
  }

  /** Programs as {@code /usr/bin/NAME}, and their libraries. */
  public static Path add(Path root, List<Path> programs) throws IOException {
    Path bin = Files.createDirectories(root.resolve("usr/bin"));
    List<String> ldd = new ArrayList<>(List.of("ldd"));
    for (Path program : programs) {
      Files.copy(program, bin.resolve(program.getFileName()));
      ldd.add(program.toString());
    }
    for (String word : HostCommand.run(ldd.toArray(String[]::new)).split("\\s+")) {
      if (word.startsWith("/") && !word.endsWith(":")) {
        Path to = root.resolve(word.startsWith("/usr") ? word.substring(1) : "usr" + word);
        if (!Files.exists(to)) {
          Files.createDirectories(to.getParent());
          Files.copy(Path.of(word), to);
        }
      }
    }
    return root;
  }
}
