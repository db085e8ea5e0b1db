package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

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
  private static final long PATIENCE_SECONDS = 300;

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
      return ExecCredential.read(output(process), apiVersion);
    } finally {
      process.destroyForcibly();
    }
  }

  private byte[] output(Process process) throws IOException {
    try (InputStream out = process.getInputStream()) {
      Thread.ofVirtual().start(() -> endInTime(process));
      byte[] printed = out.readNBytes(LONGEST + 1);
      if (printed.length > LONGEST) {
        throw new IOException("exec: executable " + command.getFirst() + " prints without end");
      }
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            "exec: executable " + command.getFirst() + " failed with exit code " + code);
      }
      return printed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void endInTime(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
