package dev.muster.cli.demo;

import dev.muster.runtime.hosttools.SharedLibraries;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of OpenSSH.
 *
 * @param libraries what they need besides the machine's own
 */
record OpenSsh(Path client, Path keygen, Path server, List<Path> libraries) {
  private static final List<String> FOLDERS = List.of("usr/bin", "usr/sbin");

  OpenSsh {
    libraries = List.copyOf(libraries);
  }

  /**
   * Those below the first of the roots that has them.
   *
   * @throws IOException if there is one that no root has
   */
  static OpenSsh below(List<Path> roots) throws IOException {
    List<Path> libraries = new ArrayList<>();
    for (Path root : roots.subList(0, roots.size() - 1)) {
      for (String folder : List.of("lib", "usr/lib")) {
        libraries.addAll(list(root.resolve(folder), "*-linux-*"));
      }
    }
    return new OpenSsh(
        find("ssh", roots), find("ssh-keygen", roots), find("sshd", roots), libraries);
  }

  private static Path find(String program, List<Path> roots) throws IOException {
    for (Path root : roots) {
      for (String folder : FOLDERS) {
        Path path = root.resolve(folder).resolve(program);
        if (Files.isExecutable(path)) {
          return path;
        }
      }
    }
    throw new IOException("there is no " + program);
  }

  private static List<Path> list(Path folder, String names) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, names)) {
      found.forEach(all::add);
    }
    return all;
  }

  /** Runs one of the programs. */
  ProcessBuilder process(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (!libraries.isEmpty()) {
      builder.environment().put("LD_LIBRARY_PATH", String.join(":", paths()));
    }
    return builder;
  }

  private List<String> paths() {
    return libraries.stream().map(Path::toString).toList();
  }

  /** Copies the client into a folder, with all it needs to run in a container of this machine. */
  void copyClient(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.copy(client.toRealPath(), folder.resolve("ssh"));
    for (Path library : SharedLibraries.of(List.of(client), libraries)) {
      Files.copy(library.toRealPath(), folder.resolve(library.toFile().getName()));
    }
  }
}
