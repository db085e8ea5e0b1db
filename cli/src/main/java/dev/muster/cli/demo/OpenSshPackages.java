package dev.muster.cli.demo;

import dev.muster.cli.cluster.PackageTool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenSSH on machines with and without it. Where it is missing, Debian's packages are unpacked into
 * a folder: nothing is installed, nobody's sshd is started, and it is gone with the folder.
 *
 * @param root of the machine's own programs
 * @param download the command that brings packages, and those they need, into the folder named
 *     after it
 * @param refresh the command that helps where packages are not found
 * @param out where it says what it downloads
 */
record OpenSshPackages(Path root, List<String> download, List<String> refresh, PrintStream out) {
  private static final String APT_GET =
      "mkdir -p \"$0/partial\" && exec apt-get install -y -qq --no-install-recommends"
          + " --download-only -o Acquire::Retries=0 -o Acquire::http::Timeout=10"
          + " -o Dir::Cache::archives=\"$0\" openssh-client openssh-server";

  static OpenSshPackages ofThisMachine() {
    return new OpenSshPackages(
        Path.of("/"),
        List.of("sh", "-c", APT_GET),
        List.of("apt-get", "update", "-qq"),
        System.err);
  }

  /**
   * @param folder for packages; is not made if the machine has all programs
   * @throws IOException if there is no way to have them; says why
   */
  OpenSsh in(Path folder) throws IOException {
    try {
      return OpenSsh.below(List.of(root));
    } catch (IOException e) {
      out.println(
          "muster: %s on this machine: downloading openssh with apt-get, for this demo alone"
              .formatted(e.getMessage()));
    }
    Path archives = Files.createDirectories(folder.resolve("packages"));
    for (Path each : downloaded(archives)) {
      String problem =
          PackageTool.run(List.of("dpkg-deb", "-x", each.toString(), folder.toString()));
      if (!problem.isEmpty()) {
        throw new IOException("openssh cannot be unpacked (" + problem + ")");
      }
    }
    return OpenSsh.below(List.of(folder, root));
  }

  private List<Path> downloaded(Path archives) throws IOException {
    List<String> command = new ArrayList<>(download);
    command.add(archives.toString());
    String problem = PackageTool.run(command);
    if (!problem.isEmpty()) {
      PackageTool.run(refresh);
      problem = PackageTool.run(command);
    }
    if (!problem.isEmpty()) {
      throw new IOException("openssh cannot be downloaded (" + problem + ")");
    }
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(archives, "*.deb")) {
      found.forEach(all::add);
    }
    return all;
  }
}
