package dev.muster.cli.gmsa;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The real kubectl, as somebody. */
record Kubectl(Path kubeconfig, Path home) {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  /** A command that has ended. */
  record Run(String command, int exit, String out, String err) {
    /** What it printed, without the last line's end. It has to have succeeded. */
    String ok() {
      if (exit != 0) {
        throw new AssertionError(this);
      }
      return out.stripTrailing();
    }

    /** What it complained of. It has to have failed. */
    String refused() {
      if (exit == 0) {
        throw new AssertionError(this);
      }
      return err.stripTrailing();
    }
  }

  Run run(String... arguments) {
    return piped("", arguments);
  }

  Run piped(String input, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("kubectl");
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--cache-dir=" + home.resolve("cache"));
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " does not end");
      }
      return new Run(
          String.join(" ", command),
          process.exitValue(),
          Files.readString(out),
          Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until what a command prints is as wanted; tells the last if it never is. */
  String await(Predicate<String> wanted, String... arguments) {
    Instant end = Instant.now().plus(LONGEST);
    String last = "";
    while (Instant.now().isBefore(end)) {
      Run run = run(arguments);
      last = run.exit() == 0 ? run.out() : run.err();
      if (wanted.test(last)) {
        return last;
      }
    }
    throw new AssertionError(
        List.of(arguments) + " says \"" + last + "\"\n" + run("describe", "pods").out());
  }
}
