package dev.muster.network.host;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of the host's network. No shell reads what they are given. */
public final class HostPrograms {
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin", "/usr/local/sbin");
  private static final int LONGEST_WORDS = 1000;
  private static final long LONGEST_SECONDS = 60;

  private HostPrograms() {}

  /** Where a program is; empty if it is not installed. */
  public static Optional<Path> find(String name) {
    return FOLDERS.stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs a program to its end.
   *
   * @param command its name, and what it is given
   * @throws IOException with its own words if it fails
   */
  public static void run(List<String> command) throws IOException {
    run(command, "");
  }

  /**
   * Runs a program to its end.
   *
   * @param input what it reads
   * @throws IOException with its own words if it fails
   */
  public static void run(List<String> command, String input) throws IOException {
    String name = command.getFirst();
    String program =
        find(name).orElseThrow(() -> new IOException("there is no " + name)).toString();
    Path words = Files.createTempFile("muster-" + name, ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(Stream.concat(Stream.of(program), command.stream().skip(1)).toList());
      Process process = builder.redirectErrorStream(true).redirectOutput(words.toFile()).start();
      try (OutputStream out = process.getOutputStream()) {
        out.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException closed) {
        // it has ended without reading: its status says more
      }
      await(process, command);
      if (process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + ": " + beginning(words));
      }
    } finally {
      Files.delete(words);
    }
  }

  private static void await(Process process, List<String> command) throws IOException {
    try {
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(String.join(" ", command) + ": no end after a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String beginning(Path words) throws IOException {
    String text = Files.readString(words).strip();
    return text.length() > LONGEST_WORDS ? text.substring(0, LONGEST_WORDS) + "…" : text;
  }
}
