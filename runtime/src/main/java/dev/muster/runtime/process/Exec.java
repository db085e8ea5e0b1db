package dev.muster.runtime.process;

import dev.muster.linux.Child;
import dev.muster.linux.Pipe;
import dev.muster.linux.Spawn;
import dev.muster.linux.Terminal;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A further process in a container, with its streams or its terminal. */
public final class Exec implements AutoCloseable {
  private static final int MOST_REFUSAL = 64 * 1024;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_REAPING_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Child child;
  private final ExecSpec spec;
  private final @Nullable Terminal terminal;
  private final OutputStream stdin;
  private final InputStream stdout;
  private final InputStream stderr;
  private boolean ended;

  private Exec(
      Child child,
      ExecSpec spec,
      @Nullable Terminal terminal,
      OutputStream stdin,
      InputStream stdout,
      InputStream stderr) {
    this.child = child;
    this.spec = spec;
    this.terminal = terminal;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Starts a command with pipes.
   *
   * @param input whether it has a standard input; otherwise it reads an end at once
   */
  public static Exec start(
      OciRuntime runtime, String id, Path bundle, List<String> command, boolean input)
      throws IOException, Refused {
    ExecSpec spec = ExecSpec.write(bundle, command, false);
    try (Pipe in = Pipe.open();
        Pipe out = Pipe.open();
        Pipe err = Pipe.open()) {
      Child child =
          Spawn.start(
              command(runtime, id, spec, List.of()),
              Command.ENVIRONMENT,
              Arrays.asList(input ? in.reading() : null, out.writing(), err.writing()));
      return new Exec(
          child,
          spec,
          null,
          input ? in.output() : OutputStream.nullOutputStream(),
          out.input(),
          err.input());
    } catch (IOException failed) {
      spec.close();
      throw failed;
    }
  }

  /** Starts a command on a terminal. */
  public static Exec startOnTerminal(
      OciRuntime runtime, String id, Path bundle, List<String> command)
      throws IOException, Refused {
    ExecSpec spec = ExecSpec.write(bundle, command, true);
    Terminal terminal = Terminal.open();
    try {
      Child child =
          Spawn.startOn(
              terminal.name(), command(runtime, id, spec, List.of("--tty")), Command.ENVIRONMENT);
      TerminalStreams streams = new TerminalStreams(terminal);
      return new Exec(
          child, spec, terminal, streams.output(), streams.input(), InputStream.nullInputStream());
    } catch (IOException failed) {
      terminal.close();
      spec.close();
      throw failed;
    }
  }

  private static List<String> command(
      OciRuntime runtime, String id, ExecSpec spec, List<String> more) {
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of(
                "exec",
                "--process",
                spec.file().toString(),
                "--pid-file",
                spec.pidFile().toString()));
    arguments.addAll(more);
    arguments.add(id);
    return runtime.command(arguments);
  }

  public OutputStream stdin() {
    return stdin;
  }

  public InputStream stdout() {
    return stdout;
  }

  /** Empty on a terminal. */
  public InputStream stderr() {
    return stderr;
  }

  public void resize(int columns, int rows) throws IOException {
    if (terminal != null) {
      terminal.resize(columns, rows);
    }
  }

  /** Its exit code. To be called once, when its output has ended. */
  public int await() throws IOException {
    int code = child.await();
    synchronized (this) {
      ended = true;
    }
    return code;
  }

  /** Whether the command itself was started, rather than refused. */
  public boolean began() {
    return Files.exists(spec.pidFile());
  }

  /** Waits until the command itself runs, or was refused; whether it runs. */
  public boolean awaitBegin() {
    while (!began() && LiveProcess.of(child.pid()).isPresent()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return began();
  }

  /** Why the command does not run; for one that did not begin. */
  public String refusal() throws IOException {
    InputStream said = terminal == null ? stderr : stdout;
    String text = new String(said.readNBytes(MOST_REFUSAL), StandardCharsets.UTF_8);
    await();
    return OciRuntime.sentence(text);
  }

  /**
   * Kills the command with its children, and then the program that waits for it; not once it ended.
   * That program has to see the end first: nobody else would, and a zombie would stay.
   */
  public synchronized void kill() {
    if (ended) {
      return;
    }
    pid().flatMap(LiveProcess::of).ifPresent(Exec::killAndWait);
    ProcessHandle.of(child.pid()).ifPresent(ProcessHandle::destroyForcibly);
  }

  private static void killAndWait(LiveProcess command) {
    Descendants.kill(command.pid());
    long end = System.nanoTime() + LONGEST_REAPING_NANOS;
    while (!command.reaped() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private Optional<Integer> pid() {
    try {
      String text = Files.readString(spec.pidFile()).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(Integer.valueOf(text));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    spec.close();
    stdin.close();
    stdout.close();
    stderr.close();
    if (terminal != null) {
      terminal.close();
    }
  }
}
