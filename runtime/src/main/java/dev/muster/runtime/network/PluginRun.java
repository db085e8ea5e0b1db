package dev.muster.runtime.network;

import dev.muster.linux.Child;
import dev.muster.linux.Fd;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.PidFd;
import dev.muster.linux.Pipe;
import dev.muster.linux.Spawn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a plugin, bounded in time and output. It ends with the plugin's own process: what that
 * left running may keep its output open, and is not waited for.
 */
final class PluginRun {
  private static final int MOST_OUTPUT = 1024 * 1024;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration KILL_TAKES = Duration.ofSeconds(10);

  /** What a plugin wrote, and its exit status. */
  record Outcome(int status, String stdout, String stderr) {}

  /** A plugin had to be killed, with all that it started. */
  static final class Killed extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean late;

    Killed(String why, boolean late) {
      super(why + "; it was killed");
      this.late = late;
    }

    /** It took too long. */
    boolean late() {
      return late;
    }
  }

  private record Output(Fd pipe, ByteArrayOutputStream kept) {
    String text() {
      return kept.toString(StandardCharsets.UTF_8).strip();
    }
  }

  private final Child child;
  private final PidFd process;
  private final Output stdout;
  private final Output stderr;
  private final List<Output> open;

  private PluginRun(Child child, PidFd process, Fd stdout, Fd stderr) {
    this.child = child;
    this.process = process;
    this.stdout = new Output(stdout, new ByteArrayOutputStream());
    this.stderr = new Output(stderr, new ByteArrayOutputStream());
    this.open = new ArrayList<>(List.of(this.stdout, this.stderr));
  }

  /**
   * Runs a plugin to its end.
   *
   * @param input what it has as standard input: a file, so that nobody waits for a reader
   */
  static Outcome of(Path program, Map<String, String> environment, Path input, Patience patience)
      throws IOException, Killed {
    try (Fd in = Fd.open(input, OpenFlags.READ);
        Pipe out = Pipe.open();
        Pipe err = Pipe.open()) {
      Child child =
          Spawn.start(
              List.of(program.toString()), environment, List.of(in, out.writing(), err.writing()));
      out.writing().close();
      err.writing().close();
      try (PidFd process = PidFd.open(child.pid())) {
        PluginRun run = new PluginRun(child, process, out.reading(), err.reading());
        try {
          run.collect(patience);
        } catch (IOException | Killed | RuntimeException failed) {
          run.kill();
          throw failed;
        }
        return run.outcome();
      }
    }
  }

  private void collect(Patience patience) throws IOException, Killed {
    while (!process.awaitExit(Duration.ZERO)) {
      Optional<String> over = patience.over();
      if (over.isPresent()) {
        throw new Killed(over.get(), true);
      }
      Duration wait = patience.left().compareTo(LOOK_AGAIN) < 0 ? patience.left() : LOOK_AGAIN;
      process.awaitExitOrReadable(open.stream().map(Output::pipe).toList(), wait);
      read();
    }
    // INVARIANT: what the process wrote is in the pipes by now, so an empty one has no more of it
    while (read()) {
      // until they are empty
    }
  }

  /** Takes a piece of what is there; false if there is none. */
  private boolean read() throws IOException, Killed {
    boolean found = false;
    byte[] buffer = new byte[64 * 1024];
    for (Output each : List.copyOf(open)) {
      if (each.pipe.awaitReadable(Duration.ZERO)) {
        int count = each.pipe.read(buffer);
        if (count < 0) {
          open.remove(each);
          continue;
        }
        found = true;
        each.kept.write(buffer, 0, count);
        if (each.kept.size() > MOST_OUTPUT) {
          throw new Killed("it wrote more than " + MOST_OUTPUT + " bytes", false);
        }
      }
    }
    return found;
  }

  private Outcome outcome() throws IOException {
    return new Outcome(child.await(), stdout.text(), stderr.text());
  }

  /** Kills the plugin with its process group, and what it started outside of that. */
  private void kill() throws IOException {
    List<ProcessHandle> started =
        ProcessHandle.of(child.pid()).stream().flatMap(ProcessHandle::descendants).toList();
    child.killGroup();
    started.forEach(ProcessHandle::destroyForcibly);
    // one that is stuck in the kernel ends when that lets it go; nobody waits for it
    if (process.awaitExit(KILL_TAKES)) {
      child.await();
    }
  }
}
