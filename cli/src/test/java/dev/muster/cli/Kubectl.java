package dev.muster.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real kubectl, as the administrator. */
final class Kubectl {
  private static final long LONGEST_SECONDS = 90;

  private final Path kubeconfig;
  private final Path home;

  Kubectl(Path kubeconfig, Path home) {
    this.kubeconfig = kubeconfig;
    this.home = home;
  }

  /** A command that has ended. */
  record Run(String command, int exit, String out, String err) {
    /** What it printed, without the last line's end. It has to have succeeded. */
    String ok() {
      if (exit != 0) {
        throw new AssertionError(this);
      }
      return out.stripTrailing();
    }

    @Override
    public String toString() {
      return command + "\nexit " + exit + "\n" + out + err;
    }
  }

  Run run(String... arguments) {
    return piped("", arguments);
  }

  Run piped(String input, String... arguments) {
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      Process process =
          builder(arguments).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("kubectl " + List.of(arguments) + " does not end");
      }
      return new Run(
          "kubectl " + String.join(" ", arguments),
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

  /** Goes on by itself; the caller ends it. */
  Process start(String... arguments) throws IOException {
    return builder(arguments).redirectErrorStream(true).start();
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("kubectl");
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--cache-dir=" + home.resolve("cache"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    return builder;
  }

  /** One value of a pod. */
  String get(String pod, String jsonPath) {
    return run("get", "pod", pod, "-o", "jsonpath=" + jsonPath).ok();
  }

  /** Waits until a pod is in a phase; tells what happened to it if it never is. */
  void await(String pod, String phase) {
    Run run = run("wait", "--for=jsonpath={.status.phase}=" + phase, "pod/" + pod, "--timeout=60s");
    if (run.exit() != 0) {
      throw new AssertionError(run + run("describe", "pod", pod).out());
    }
  }
}
