package dev.muster.cli.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the system's package tools, which ask nothing and are only heard when they fail. */
public final class PackageTool {
  private PackageTool() {}

  /** The last line that a failed command said; empty if it succeeded. */
  public static String run(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return "there is no " + command.getFirst();
    }
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return process.waitFor() == 0 ? "" : said.strip().replaceFirst("(?s).*\n", "");
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
