package dev.muster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of this machine. */
public final class HostCommand {
  private HostCommand() {}

  /** What it printed; it has nothing to read, and has to succeed. */
  public static String run(String... words) {
    return run(true, words);
  }

  /** The same for a program whose input stays open until it ends, as a person's keyboard does. */
  public static String runAtKeyboard(String... words) {
    return run(false, words);
  }

  private static String run(boolean closesInput, String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      if (closesInput) {
        process.getOutputStream().close();
      }
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError(List.of(words) + " failed:\n" + out);
      }
      process.getOutputStream().close();
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
