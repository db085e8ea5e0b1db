package dev.muster.runtime.streaming;

import dev.muster.runtime.process.Exec;
import dev.muster.runtime.process.OciRuntime;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A command in a container, with a client at its streams. When the client goes it has read all its
 * input and runs on; on a terminal it dies with its client, as a terminal that is gone hangs up.
 */
public record ExecSession(
    OciRuntime runtime,
    String id,
    Path bundle,
    List<String> command,
    boolean terminal,
    Unattended unattended)
    implements CommandSession {
  public ExecSession {
    command = List.copyOf(command);
  }

  @Override
  public int run(CommandStreams streams) throws IOException, Refused {
    try (Exec exec =
            terminal
                ? Exec.startOnTerminal(runtime, id, bundle, command)
                : Exec.start(runtime, id, bundle, command, true);
        Unattended.Place place = unattended.of(id, exec::kill)) {
      streams.onGone(terminal ? exec::kill : place::leave);
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
          Copying.aside("exec-stderr", exec.stderr(), new UntilGone(streams.stderr()));
      Copying.all(exec.stdout(), new UntilGone(streams.stdout()));
      Copying.await(errors);
      return exec.await();
    }
  }
}
