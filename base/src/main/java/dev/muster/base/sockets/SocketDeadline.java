package dev.muster.base.sockets;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection unless it is called off in time, however little or much came meanwhile: a
 * peer that sends a byte now and then gains nothing.
 */
public final class SocketDeadline implements AutoCloseable {
  private final CompletableFuture<Void> calledOff = new CompletableFuture<>();

  private SocketDeadline() {}

  public static SocketDeadline closing(Socket socket, Duration after) {
    SocketDeadline deadline = new SocketDeadline();
    var unused =
        deadline
            .calledOff
            .orTimeout(after.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (done, late) -> {
                  if (late != null) {
                    Thread.ofVirtual().start(() -> close(socket));
                  }
                });
    return deadline;
  }

  /** Whether it passed before it was called off. */
  public boolean passed() {
    return calledOff.isCompletedExceptionally();
  }

  @Override
  public void close() {
    calledOff.complete(null);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // whoever reads from it hears of it
    }
  }
}
