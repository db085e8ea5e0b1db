package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program that gives credentials, which a kubeconfig names; run as client-go runs it.
 *
 * @param apiVersion of what it reads and prints
 * @param cluster what it is told of the cluster; an empty object if nothing
 * @param interactive whether it may ask its user something
 */
record ExecPlugin(
    String apiVersion,
    List<String> command,
    Map<String, String> environment,
    ObjectNode cluster,
    boolean interactive,
    String installHint) {
  private static final String INFO = "KUBERNETES_EXEC_INFO";
  private static final int LONGEST = 1 << 20;

  /** Long enough to sign in by hand. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  ExecPlugin {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
  }

  /** A relative path is one from the kubeconfig's folder; a name is looked for as shells do. */
  static String program(String command, Path kubeconfig) {
    return command.contains(File.separator)
        ? kubeconfig.resolveSibling(command).toString()
        : command;
  }

  /** Runs it and waits for its end. */
  ExecCredential run() throws IOException {
    return run(PATIENCE);
  }

  ExecCredential run(Duration patience) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.environment().put(INFO, info().toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.redirectInput(
        interactive
            ? ProcessBuilder.Redirect.INHERIT
            : ProcessBuilder.Redirect.from(new File("/dev/null")));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      String hint = installHint.isEmpty() ? "" : "\n\n" + installHint;
      throw new IOException("exec: executable " + command.getFirst() + " not found" + hint, e);
    }
    try {
      return ExecCredential.read(output(process, patience), apiVersion);
    } finally {
      end(process);
    }
  }

  private byte[] output(Process process, Duration patience) throws IOException {
    String name = "exec: executable " + command.getFirst();
    FutureTask<byte[]> reading =
        new FutureTask<>(() -> process.getInputStream().readNBytes(LONGEST + 1));
    // nothing wakes who reads while somebody holds the other end: that is not to be this thread
    Thread.ofPlatform().daemon().name("exec plugin").start(reading);
    try {
      byte[] printed = reading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (printed.length > LONGEST) {
        throw new IOException(name + " prints without end");
      }
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TimeoutException();
      }
      if (process.exitValue() != 0) {
        throw new IOException(name + " failed with exit code " + process.exitValue());
      }
      return printed;
    } catch (TimeoutException e) {
      throw new IOException(name + " does not end within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(name + " cannot be read from", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Ends it, unless it has ended, and what it has started. */
  private static void end(Process process) throws IOException {
    // looked for first: once it is gone they are nobody's
    List<ProcessHandle> started = process.isAlive() ? process.descendants().toList() : List.of();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    process.getInputStream().close();
  }

  private JsonNode info() {
    ObjectNode info =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "ExecCredential")
            .put("apiVersion", apiVersion);
    ObjectNode spec = info.putObject("spec");
    if (!cluster.isEmpty()) {
      spec.set("cluster", cluster);
    }
    spec.put("interactive", interactive);
    return info;
  }

  @Override
  public String toString() {
    return "ExecPlugin[" + GoText.quote(command.getFirst()) + "]";
  }
}
