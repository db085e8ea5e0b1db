package dev.muster.cli.docs;

import dev.muster.cli.MusterProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A shell in a checkout's place: {@code ./muster} is there, what the page calls {@code /tmp} is a
 * directory of its own, port 6443 is a free one, and this machine is called debian.
 */
final class PageTerminal implements AutoCloseable {
  private static final String END = "\u0001end";
  private static final Pattern HOST =
      Pattern.compile(
          "(?<![\\w.-])" + Pattern.quote(hostname()) + "(?![\\w.-])", Pattern.CASE_INSENSITIVE);

  private final Path directory;
  private final String port;
  private final Process shell;
  private final Writer in;
  private final BufferedReader out;
  private int steps;

  PageTerminal(Path directory, Path checkout) throws IOException {
    this.directory = directory;
    Files.createDirectories(directory.resolve("tmp"));
    this.port = freePort();
    Path launcher = directory.resolve("muster");
    Files.writeString(launcher, launcher());
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    for (String shared : List.of("examples", "docs")) {
      if (Files.exists(checkout.resolve(shared))) {
        Files.createSymbolicLink(directory.resolve(shared), checkout.resolve(shared));
      }
    }
    ProcessBuilder builder = new ProcessBuilder("setsid", "bash", "--norc");
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().remove("KUBECONFIG");
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("PATH", directory + ":" + System.getenv("PATH"));
    this.shell = builder.start();
    this.in = shell.outputWriter();
    this.out = shell.inputReader();
    type(
        "set -m # what is started has a process group of its own, and is stopped with all its own");
  }

  /** The launcher without its build. */
  private String launcher() {
    return """
    #!/bin/sh
    case "$*" in *-port*) ;; up*|apiserver*) set -- "$@" --secure-port %s ;; esac
    exec "%s" "$@"
    """
        .formatted(port, String.join("\" \"", MusterProgram.command("-Duser.home=$HOME").words()));
  }

  /** Runs a command to its end and gives what it printed, in the page's own names. */
  List<String> run(PageStep step) {
    return type(here(step.command()));
  }

  /** Starts a command that stays; gives what it printed up to {@code ready}. */
  List<String> start(PageStep step) {
    String log = directory.resolve("log-" + step.line()).toString();
    type(": > " + log + "\n{ " + here(step.command()) + "\n} > " + log + " 2>&1 & MUSTER_PID=$!");
    return type(
        "until grep -qx ready "
            + log
            + " || ! kill -0 $MUSTER_PID 2>/dev/null; do sleep 0.05; done; cat "
            + log);
  }

  private List<String> type(String command) {
    try {
      Path script = directory.resolve(".step-" + steps++);
      Files.writeString(script, command + "\n");
      in.write(". " + script + " </dev/null; echo; echo " + END + "\n");
      in.flush();
      List<String> lines = new ArrayList<>();
      for (String line = out.readLine(); !END.equals(line); line = out.readLine()) {
        if (line == null) {
          throw new AssertionError("the shell ended; it said: " + lines);
        }
        lines.add(there(line));
      }
      if (lines.getLast().isEmpty()) {
        lines.removeLast();
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String here(String text) {
    return text.replace("/tmp/", directory + "/tmp/").replace("6443", port);
  }

  private String there(String text) {
    return HOST.matcher(text.replace(directory + "/tmp/", "/tmp/").replace(port, "6443"))
        .replaceAll("debian");
  }

  /** As the kernel knows it: a node has this name. */
  private static String hostname() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  /** Stops what the page started, as its reader would with Ctrl-C; returns when all has ended. */
  @Override
  public void close() {
    type(
        """
        for job in $(jobs -p); do
          kill -- -$job
          while kill -0 -- -$job 2>/dev/null; do sleep 0.05; done
        done""");
    shell.destroy();
  }
}
