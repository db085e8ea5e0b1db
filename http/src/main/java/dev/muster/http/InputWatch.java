package dev.muster.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Reads an HTTP/1.1 connection that carries a stream, only to see its end. What the client sends
 * meanwhile is thrown away: the connection closes with the stream.
 */
final class InputWatch implements Callback {
  private final EndPoint endPoint;
  private final Consumer<Throwable> gone;

  InputWatch(EndPoint endPoint, Consumer<Throwable> gone) {
    this.endPoint = endPoint;
    this.gone = gone;
  }

  void start() {
    if (!endPoint.tryFillInterested(this)) {
      // the body of the request is still being read: its end is seen when writing
      return;
    }
  }

  @Override
  public void succeeded() {
    ByteBuffer thrownAway = BufferUtil.allocate(1024);
    try {
      while (true) {
        BufferUtil.clear(thrownAway);
        int count = endPoint.fill(thrownAway);
        if (count < 0) {
          gone.accept(new EOFException());
          return;
        }
        if (count == 0) {
          endPoint.fillInterested(this);
          return;
        }
      }
    } catch (IOException | RuntimeException e) {
      gone.accept(e);
    }
  }

  @Override
  public void failed(Throwable cause) {
    if (cause instanceof TimeoutException) {
      endPoint.fillInterested(this);
    } else {
      gone.accept(cause);
    }
  }
}
