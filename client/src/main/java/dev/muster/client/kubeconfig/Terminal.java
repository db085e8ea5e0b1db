package dev.muster.client.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody sits there. */
final class Terminal {
  private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");

  private Terminal() {}

  /** Java 21 cannot tell; what the system says of the open file can. */
  static boolean isStandardInput() {
    try {
      Path input = Files.readSymbolicLink(STANDARD_INPUT);
      return input.startsWith("/dev/pts") || input.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
