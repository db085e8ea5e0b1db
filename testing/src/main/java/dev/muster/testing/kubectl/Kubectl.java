package dev.muster.testing.kubectl;

import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The real kubectl as somebody, with a home of its own; every command ends within a bound. */
public final class Kubectl {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final Path kubeconfig;
  private final Path home;
  private final List<String> namespace;

  private Kubectl(Path kubeconfig, Path home, List<String> namespace) {
    this.kubeconfig = kubeconfig;
    this.home = home;
    this.namespace = namespace;
  }

  /** In the namespace that the kubeconfig names. */
  public static Kubectl on(Path kubeconfig, Path home) {
    return new Kubectl(kubeconfig, home, List.of());
  }

  /** The same as someone else. */
  public Kubectl with(Path other) {
    return new Kubectl(other, home, namespace);
  }

  /** The same in another namespace, which is created. */
  public Kubectl inNew(String other) {
    run("create", "namespace", other).ok();
    return new Kubectl(kubeconfig, home, List.of("--namespace=" + other));
  }

  public Run run(String... arguments) {
    return piped("", arguments);
  }

  /** With something to read from standard input. */
  public Run piped(String input, String... arguments) {
    return piped(input, Map.of(), arguments);
  }

  public Run piped(String input, Map<String, String> environment, String... arguments) {
    String command = "kubectl " + String.join(" ", arguments);
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      ProcessBuilder builder = builder(arguments);
      builder.environment().putAll(environment);
      Process process = started(builder.redirectOutput(out.toFile()).redirectError(err.toFile()));
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " does not end");
      }
      return new Run(command, process.exitValue(), Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Goes on by itself, its output and errors in one. The caller ends it; if it does not, who reads
   * from it sees the end after a while instead of waiting without end.
   */
  public Process start(String... arguments) {
    Process process = started(builder(arguments).redirectErrorStream(true));
    endIn(LONGEST, process);
    return process;
  }

  /**
   * Kills a process that is still there by then. One that has ended is left alone: killing it would
   * close what it printed before somebody has read it.
   */
  static void endIn(Duration time, Process process) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
              }
            });
  }

  /** As a person at a terminal; what the terminal shows. */
  public String atTerminal(String... arguments) {
    String line =
        builder(arguments).command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return HostCommand.runAtKeyboard("script", "-qec", line, "/dev/null").replace("\r", "").strip();
  }

  ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("kubectl");
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--cache-dir=" + home.resolve("cache"));
    command.addAll(namespace);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    // it is over before its garbage matters, and collecting it is a fifth of its work
    builder.environment().putAll(Map.of("GOGC", "off", "GOMEMLIMIT", "200MiB"));
    return builder;
  }

  static Process started(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new AssertionError("kubectl is not on the PATH: ./verify installs it", e);
    }
  }

  /** Applies YAML, which has to succeed. */
  public void apply(String yaml) {
    piped(yaml, "apply", "-f", "-").ok();
  }

  /**
   * One value of an object.
   *
   * @param what resource and name; a name alone is a pod's
   */
  public String get(String what, String jsonPath) {
    String[] words = words(what);
    return run("get", words[0], words[1], "-o", "jsonpath=" + jsonPath).ok();
  }

  private static String[] words(String what) {
    return what.contains(" ") ? what.split(" ") : new String[] {"pod", what};
  }

  /** Watches until a value of an object is as wanted; tells the last one if it never is. */
  public String await(String what, String jsonPath, Predicate<String> wanted) {
    String[] words = words(what);
    return new KubectlWatch(this, words[0], "metadata.name=" + words[1], jsonPath)
        .until(wanted, LONGEST);
  }

  /** Waits until a pod is in a phase; tells what happened to it if it never is. */
  public void awaitPhase(String pod, String phase) {
    await("pod " + pod, "{.status.phase}", phase::equals);
  }

  /** Runs a command again and again until what it says is as wanted. */
  public String awaitOutput(Predicate<String> wanted, String... arguments) {
    return Await.until(
        "what kubectl " + String.join(" ", arguments) + " says",
        () -> {
          Run run = run(arguments);
          return run.exit() == 0 ? run.out() : run.err();
        },
        wanted);
  }

  /** Waits for an event about a pod that contains a text. */
  public void awaitEvent(String pod, String text) {
    new KubectlWatch(
            this,
            "events",
            "involvedObject.kind=Pod,involvedObject.name=" + pod,
            "{.type} {.reason} {.message}")
        .until(event -> event.contains(text), LONGEST);
  }

  public void awaitGone(String pod) {
    run("wait", "--for=delete", "pod/" + pod, "--timeout=60s").ok();
  }
}
