package dev.muster.client.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody sits there. */
final class StandardInput {
  private static final Path OPEN_FILE = Path.of("/proc/self/fd/0");

  private StandardInput() {}

  /** Java 21 cannot tell; what the system says of the open file can. */
  static boolean isTerminal() {
    try {
      Path input = Files.readSymbolicLink(OPEN_FILE);
      return input.startsWith("/dev/pts") || input.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }
}
