package dev.muster.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies in few large buffers. One slice goes out as it is; many are gathered into buffers
 * of a size that encryption and the processor's caches like.
 */
final class BodyWriter {
  private static final int CHUNK = 128 * 1024;

  private final Response response;
  private final Duration timeout;

  BodyWriter(Response response, Duration timeout) {
    this.response = response;
    this.timeout = timeout;
  }

  /** Writes the body as the end of the answer; the callback learns when that is done. */
  void writeLast(Body body, Callback callback) {
    writeAndWait(writeAllButChunk(body), true);
    callback.succeeded();
  }

  /** Writes and waits until the bytes are with the network. */
  void write(Body body) {
    ByteBuffer end = writeAllButChunk(body);
    if (end != null) {
      writeAndWait(end);
    }
  }

  /** Then lets others have their turn: to encrypt a long answer must not make small ones wait. */
  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that yields does let others go on
  void writeAndWait(ByteBuffer bytes) {
    writeAndWait(bytes, false);
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    }
  }

  private void writeAndWait(@Nullable ByteBuffer bytes, boolean last) {
    Completion written = new Completion();
    response.write(last, bytes, written);
    Throwable failure = written.await(timeout);
    if (failure != null) {
      throw new ClientGoneException(failure);
    }
  }

  /** Leaves no more than one write, so that a slow client is waited for as long as it goes on. */
  private @Nullable ByteBuffer writeAllButChunk(Body body) {
    ByteBuffer end = writeAllButEnd(body);
    if (end == null) {
      return null;
    }
    int limit = end.limit();
    while (limit - end.position() > CHUNK) {
      writeAndWait(end.limit(end.position() + CHUNK));
    }
    return end.limit(limit);
  }

  private @Nullable ByteBuffer writeAllButEnd(Body body) {
    if (body.slices() == 0) {
      return null;
    }
    if (body.slices() == 1) {
      return ByteBuffer.wrap(body.array(0), body.from(0), body.to(0) - body.from(0));
    }
    // INVARIANT: the buffer is filled again only after its bytes were written
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(body.length(), CHUNK));
    for (int slice = 0; slice < body.slices(); slice++) {
      int from = body.from(slice);
      int to = body.to(slice);
      while (from < to) {
        if (!buffer.hasRemaining()) {
          writeAndWait(buffer.flip());
          buffer.clear();
        }
        int count = Math.min(to - from, buffer.remaining());
        buffer.put(body.array(slice), from, count);
        from += count;
      }
    }
    return buffer.flip();
  }
}
