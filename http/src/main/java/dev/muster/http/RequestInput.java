package dev.muster.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** The body of one request as it comes. Holds no more of it than has arrived in one piece. */
final class RequestInput extends InputStream {
  private final Request request;
  private final Duration patience;
  private Content.@Nullable Chunk chunk;
  private boolean ended;

  /**
   * @param patience how long nothing may come
   */
  RequestInput(Request request, Duration patience) {
    this.request = request;
    this.patience = patience;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, to.length);
    while (true) {
      Content.Chunk current = chunk;
      if (current != null && current.hasRemaining()) {
        ByteBuffer bytes = current.getByteBuffer();
        int count = Math.min(length, bytes.remaining());
        bytes.get(to, from, count);
        return count;
      }
      release();
      if (ended) {
        return -1;
      }
      next();
    }
  }

  private void next() throws IOException {
    Content.Chunk read = request.read();
    if (read == null) {
      Completion arrived = new Completion();
      request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::succeeded));
      Throwable late = arrived.await(patience);
      if (late != null) {
        throw new IOException("the body of the request does not come", late);
      }
    } else if (Content.Chunk.isFailure(read)) {
      throw new IOException(read.getFailure());
    } else {
      ended = read.isLast();
      chunk = read;
    }
  }

  private void release() {
    if (chunk != null) {
      chunk.release();
      chunk = null;
    }
  }

  @Override
  public void close() {
    release();
  }
}
