package dev.muster.cli.faults;

import dev.muster.cli.MusterProgram;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.testing.Await;
import dev.muster.testing.HostCommand;
import dev.muster.testing.NetworkPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code muster apiserver} as a process of its own, in a place of its own. */
final class ServerProcess implements AutoCloseable {
  /** Everything is well again after this long, also on a machine that has much else to do. */
  static final Duration RECOVERY = Duration.ofMinutes(3);

  private final String name;
  private final NetworkPlace place;
  private final Path data;
  private final Path clock;
  private final List<String> command;
  private Process process;
  private final ServerConnection connection;

  /** Starts one, and returns once it is ready. */
  ServerProcess(String name, NetworkPlace place, Path data, List<String> flags) throws IOException {
    this.name = name;
    this.place = place;
    this.data = data;
    this.clock = Files.writeString(data.resolveSibling(name + ".clock"), "+0");
    this.command = place.command(words(flags));
    this.process = launch();
    Path kubeconfig = data.resolve("admin.kubeconfig");
    Await.within(
        RECOVERY,
        "whether server " + name + " has a kubeconfig",
        () -> alive() && Files.exists(kubeconfig),
        Boolean::booleanValue);
    this.connection = ServerConnection.to(name, ClientConfig.read(kubeconfig));
    awaitReady();
  }

  /** A library that stands between a process and the clock; Debian's libfaketime. */
  private static Path fakeTime() throws IOException {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(Path.of("/usr/lib"), "*-linux-gnu")) {
      for (Path libraries : found) {
        Path library = libraries.resolve("faketime/libfaketimeMT.so.1");
        if (Files.exists(library)) {
          return library;
        }
      }
    }
    throw new AssertionError("libfaketime is not installed");
  }

  private List<String> words(List<String> flags) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "env",
                "LD_PRELOAD=" + fakeTime(),
                "FAKETIME_TIMESTAMP_FILE=" + clock,
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_FORCE_MONOTONIC_FIX=0", // or whatever waits in the JVM spins
                "NO_FAKE_STAT=1"));
    words.addAll(
        MusterProgram.command("-Xmx400m")
            .words(
                "apiserver",
                "--data=" + data,
                "--bind-address=" + place.address(),
                "--secure-port=6443"));
    words.addAll(flags);
    return words;
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  private Path log() {
    return data.resolveSibling(name + ".log");
  }

  /** What it logged that no fault explains: all that is logged as an error is one of its own. */
  List<String> complaints() throws IOException {
    try (Stream<String> lines = Files.lines(log())) {
      return lines
          .filter(line -> line.contains(" ERROR ") || line.contains("too_many_pings"))
          .map(line -> "server " + name + " logged: " + line)
          .toList();
    }
  }

  private boolean alive() throws IOException {
    if (!process.isAlive()) {
      throw new AssertionError("the server " + name + " ended:\n" + Files.readString(log()));
    }
    return true;
  }

  String name() {
    return name;
  }

  NetworkPlace place() {
    return place;
  }

  ServerConnection connection() {
    return connection;
  }

  void awaitReady() {
    Await.within(
        RECOVERY,
        "whether server " + name + " is ready",
        () -> alive() && connection.ready(),
        Boolean::booleanValue);
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts it again on the same data. */
  void restart() {
    try {
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGSTOP. */
  void freeze() {
    HostCommand.run("kill", "-STOP", Long.toString(process.pid()));
  }

  /** SIGCONT. */
  void thaw() {
    HostCommand.run("kill", "-CONT", Long.toString(process.pid()));
  }

  /** Sets its clock, as {@code +1d}; time goes on from there, and what only counts is not moved. */
  void clock(String ahead) {
    try {
      Files.writeString(clock, ahead);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    connection.close();
  }
}
