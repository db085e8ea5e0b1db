package dev.muster.cli.cluster;

import dev.muster.runtime.ContainerRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sees to it that containers can run here.
 *
 * @param root whether this process is root
 * @param missing names the programs, and so the packages, that are not installed
 * @param install the command that installs the packages named after it
 * @param refresh the command that helps where packages are not found
 * @param out where it says what it installs
 */
public record ContainerPrograms(
    boolean root,
    Supplier<List<String>> missing,
    List<String> install,
    List<String> refresh,
    PrintStream out) {
  public static ContainerPrograms ofThisMachine() {
    return new ContainerPrograms(
        isRoot(),
        ContainerRuntime::missingPrograms,
        List.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"),
        List.of("apt-get", "update", "-qq"),
        System.err);
  }

  /**
   * Installs what is missing.
   *
   * @throws IOException if containers cannot run here; says what to do
   */
  void ensure() throws IOException {
    if (!root) {
      throw new IOException("containers need root: start muster as root");
    }
    List<String> needed = missing.get();
    if (needed.isEmpty()) {
      return;
    }
    String packages = String.join(" ", needed);
    out.println("muster: installing " + packages + " with " + install.getFirst());
    List<String> command = new ArrayList<>(install);
    command.addAll(needed);
    String problem = PackageTool.run(command);
    if (!missing.get().isEmpty()) {
      PackageTool.run(refresh);
      problem = PackageTool.run(command);
    }
    if (!missing.get().isEmpty()) {
      throw new IOException(
          "%s cannot be installed%s: install %s and start again"
              .formatted(packages, problem.isEmpty() ? "" : " (" + problem + ")", packages));
    }
  }

  /** The same for other programs. */
  ContainerPrograms installing(Supplier<List<String>> others) {
    return new ContainerPrograms(root, others, install, refresh, out);
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      return false;
    }
  }
}
