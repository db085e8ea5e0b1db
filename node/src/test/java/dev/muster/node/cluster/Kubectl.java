package dev.muster.node.cluster;

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
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** kubectl as the administrator, with a home of its own. */
public final class Kubectl {
  private static final String SEPARATOR = "\u001e";
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final Path kubeconfig;
  private final Path home;

  Kubectl(Path kubeconfig, Path home) {
    this.kubeconfig = kubeconfig;
    this.home = home;
  }

  /** A command that has ended. */
  public record Run(String command, int exit, String out, String err) {
    /** What it printed, without the last line's end. It has to have succeeded. */
    public String ok() {
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

  public Run run(String... arguments) {
    return piped("", arguments);
  }

  public Run piped(String input, String... arguments) {
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      Process process =
          builder(arguments).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
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
  public Process start(String... arguments) throws IOException {
    return builder(arguments).redirectErrorStream(true).start();
  }

  /** As a person at a terminal; what the terminal shows. */
  public String atTerminal(String... arguments) {
    String line =
        builder(arguments).command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return Command.run("script", "-qec", line, "/dev/null").replace("\r", "").strip();
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

  /** Applies YAML, which has to succeed. */
  public void apply(String yaml) {
    piped(yaml, "apply", "-f", "-").ok();
  }

  /** One value of an object. */
  public String get(String what, String jsonPath) {
    return run("get", what.split(" ")[0], what.split(" ")[1], "-o", "jsonpath=" + jsonPath).ok();
  }

  /** Watches until a value is as wanted; tells the last one if it never is. */
  public String await(String what, String jsonPath, Predicate<String> wanted) {
    Instant end = Instant.now().plus(LONGEST);
    List<String> seen = new ArrayList<>(List.of(""));
    while (Instant.now().isBefore(end)) {
      if (watch(what, jsonPath, wanted, seen, end)) {
        return seen.getLast();
      }
    }
    throw new AssertionError(
        what + " " + jsonPath + " is \"" + seen.getLast() + "\"\n" + run("describe", "pods").out());
  }

  private static void endAt(Process process, Instant end) {
    try {
      process.waitFor(Duration.between(Instant.now(), end));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /** One watch, until a value is as wanted, the server ends it or the time is over. */
  private boolean watch(
      String what, String jsonPath, Predicate<String> wanted, List<String> seen, Instant end) {
    String[] words = what.split(" ");
    try {
      Process process =
          builder(
                  "get",
                  words[0],
                  "--field-selector=metadata.name=" + words[1],
                  "--watch",
                  "-o",
                  "jsonpath=" + jsonPath + SEPARATOR)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (Scanner values =
          new Scanner(process.getInputStream(), StandardCharsets.UTF_8).useDelimiter(SEPARATOR)) {
        Thread.ofVirtual().start(() -> endAt(process, end));
        while (values.hasNext()) {
          seen.add(values.next());
          if (wanted.test(seen.getLast())) {
            return true;
          }
        }
        return false;
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for an event about a pod that contains a text. */
  public void awaitEvent(String pod, String text) {
    Await.until(
        "the events of " + pod,
        () -> run("events", "--for", "pod/" + pod).ok(),
        events -> events.contains(text));
  }

  public void awaitGone(String pod) {
    run("wait", "--for=delete", "pod/" + pod, "--timeout=60s").ok();
  }
}
