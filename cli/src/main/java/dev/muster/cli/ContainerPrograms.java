package dev.muster.cli;

import dev.muster.runtime.ContainerRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
 * @param installer the command that installs the packages named after it
 * @param out where it says what it installs
 */
record ContainerPrograms(
    boolean root, Supplier<List<String>> missing, List<String> installer, PrintStream out) {
  static ContainerPrograms ofThisMachine() {
    return new ContainerPrograms(
        isRoot(),
        ContainerRuntime::missingPrograms,
        List.of("apt-get", "install", "-y", "-qq", "--no-install-recommends"),
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
    out.println("muster: installing " + packages + " with " + installer.getFirst());
    String said = install(needed);
    List<String> still = missing.get();
    if (!still.isEmpty()) {
      throw new IOException(
          "%s cannot be installed%s: install %s and start again"
              .formatted(packages, said.isEmpty() ? "" : " (" + said + ")", packages));
    }
  }

  /** The last line that a failed installer said; empty if it succeeded. */
  private String install(List<String> packages) throws IOException {
    List<String> command = new ArrayList<>(installer);
    command.addAll(packages);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return "there is no " + installer.getFirst();
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return process.waitFor() == 0 ? "" : output.strip().replaceFirst("(?s).*\n", "");
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      return false;
    }
  }
}
