package dev.muster.apiserver.kubectl;

import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** kubectl as the administrator of a server, with a home of its own. */
final class Kubectl {
  private final Path kubeconfig;
  private final Path home;
  private final String namespace;

  private Kubectl(Path kubeconfig, Path home, String namespace) {
    this.kubeconfig = kubeconfig;
    this.home = home;
    this.namespace = namespace;
  }

  static Kubectl on(RunningServer server, Path home) {
    return on(server.kubeconfig(), home);
  }

  static Kubectl on(Path kubeconfig, Path home) {
    return new Kubectl(kubeconfig, home, "default");
  }

  /** The same as someone else. */
  Kubectl with(Path other) {
    return new Kubectl(other, home, namespace);
  }

  /** The same in another namespace, which is created. */
  Kubectl inNew(String other) {
    run("create", "namespace", other).ok();
    return new Kubectl(kubeconfig, home, other);
  }

  Run run(String... arguments) {
    return piped("", arguments);
  }

  /** With something to read from standard input. */
  Run piped(String input, String... arguments) {
    return piped(input, Map.of(), arguments);
  }

  Run piped(String input, Map<String, String> environment, String... arguments) {
    try {
      Path out = Files.createTempFile(home, "out", "");
      Path err = Files.createTempFile(home, "err", "");
      ProcessBuilder builder = builder(arguments);
      builder.environment().putAll(environment);
      Process process = started(builder.redirectOutput(out.toFile()).redirectError(err.toFile()));
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      int exit = process.waitFor();
      String command = "kubectl " + String.join(" ", arguments);
      return new Run(command, exit, Files.readString(out), Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Goes on by itself; its output is to be read line by line. */
  Process start(String... arguments) {
    return started(builder(arguments).redirectErrorStream(true));
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("kubectl");
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--cache-dir=" + home.resolve("cache"));
    command.add("--namespace=" + namespace);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    return builder;
  }

  private static Process started(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new AssertionError("kubectl is not on the PATH: ./verify installs it", e);
    }
  }
}
