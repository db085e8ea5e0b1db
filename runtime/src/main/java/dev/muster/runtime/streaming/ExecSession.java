package dev.muster.runtime.streaming;

import dev.muster.runtime.process.Exec;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A command in a container, with a client at its streams. It dies with its client. */
public record ExecSession(
    OciRuntime runtime, String id, Path bundle, List<String> command, boolean terminal)
    implements CommandSession {
  public ExecSession {
    command = List.copyOf(command);
  }

  @Override
  public int run(CommandStreams streams) throws IOException, Refused {
    try (Exec exec =
        terminal
            ? Exec.startOnTerminal(runtime, id, bundle, command)
            : Exec.start(runtime, id, bundle, command, true)) {
      streams.onGone(exec::kill);
      streams.onResize(
          (columns, rows) -> {
            try {
              exec.resize(columns, rows);
            } catch (IOException ended) {
              // the command is gone, and with it its terminal
            }
          });
      if (!exec.awaitBegin()) {
        throw Refused.failed(exec.refusal());
      }
      CountDownLatch unused = Copying.aside("exec-stdin", streams.stdin(), exec.stdin());
      CountDownLatch errors =
          Copying.aside("exec-stderr", exec.stderr(), keepOpen(streams.stderr()));
      Copying.all(exec.stdout(), streams.stdout());
      Copying.await(errors);
      return exec.await();
    }
  }

  private static OutputStream keepOpen(OutputStream stream) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        stream.write(value);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        stream.write(bytes, offset, length);
      }
    };
  }
}
