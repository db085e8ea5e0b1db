package dev.muster.http;

import dev.muster.model.status.Status;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads the body of one request. Memory grows with what has arrived, never with what the client
 * announced.
 */
final class RequestBody {
  private static final int FIRST = 16 * 1024;

  /** Read and thrown away after a body turned out too large, so that the client sees the answer. */
  private static final int DRAINED = 8 * 1024 * 1024;

  /** The same for a body that the answer does not depend on. */
  private static final int DISCARDED = 256 * 1024;

  private static final Duration DRAIN_TIME = Duration.ofSeconds(2);

  /** For a body that is on its way behind its headers. */
  private static final Duration SOON = Duration.ofMillis(250);

  private final Request request;
  private final int limit;
  private final Duration timeout;
  private long deadline;
  private byte[] bytes;
  private int length;

  private RequestBody(Request request, int limit, Duration timeout) {
    this.request = request;
    this.limit = limit;
    this.timeout = timeout;
    this.deadline = System.nanoTime() + timeout.toNanos();
    long announced = request.getLength();
    this.bytes = new byte[announced >= 0 ? (int) Math.min(announced, FIRST) : FIRST];
  }

  static byte[] read(Request request, int limit, Duration timeout) {
    return new RequestBody(request, limit, timeout).read();
  }

  /**
   * Throws away a body that nobody has read, so that the connection can carry the next request.
   *
   * @param patient whether to wait for a slow one, which keeps the request's place meanwhile
   * @return whether nothing of it is left
   */
  static boolean discard(Request request, boolean patient) {
    // a client that waits to be asked for the body is not asked
    return isEmpty(request)
        || !request.getHeaders().contains(HttpHeader.EXPECT)
            && new RequestBody(request, 0, patient ? DRAIN_TIME : SOON).drain(DISCARDED);
  }

  /** Whether the request announces no body. */
  static boolean isEmpty(Request request) {
    return request.getLength() == 0
        || request.getLength() < 0 && !request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private byte[] read() {
    if (request.getLength() > limit) {
      throw tooLarge();
    }
    while (true) {
      Content.Chunk chunk = next();
      try {
        if (chunk.remaining() > limit - length) {
          throw tooLarge();
        }
        append(chunk);
        if (chunk.isLast()) {
          return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        }
      } finally {
        chunk.release();
      }
    }
  }

  private void append(Content.Chunk chunk) {
    int count = chunk.remaining();
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, Math.min(limit, 2 * bytes.length)));
    }
    chunk.getByteBuffer().get(bytes, length, count);
    length += count;
  }

  private RuntimeException tooLarge() {
    drain(DRAINED);
    return Status.tooLarge("limit is " + limit).exception();
  }

  /** Whether the body has ended after no more than this many bytes, soon. */
  private boolean drain(int atMost) {
    deadline = Math.min(deadline, System.nanoTime() + DRAIN_TIME.toNanos());
    try {
      for (long drained = 0; drained < atMost; ) {
        Content.Chunk chunk = next();
        drained += chunk.remaining();
        boolean last = chunk.isLast();
        chunk.release();
        if (last) {
          return true;
        }
      }
    } catch (RuntimeException slowOrGone) {
      // the answer is sent in any case; the rest of the body is nobody's any more
    }
    return false;
  }

  private Content.Chunk next() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        awaitInput();
      } else if (Content.Chunk.isFailure(chunk)) {
        throw failed(chunk.getFailure());
      } else {
        return chunk;
      }
    }
  }

  private void awaitInput() {
    Completion arrived = new Completion();
    request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::succeeded));
    Throwable late = arrived.await(Duration.ofNanos(deadline - System.nanoTime()));
    if (late != null) {
      throw failed(late);
    }
  }

  private RuntimeException failed(Throwable cause) {
    if (cause instanceof TimeoutException) {
      return Status.of(
              408,
              "Timeout",
              "the body of the request did not arrive within " + timeout.toSeconds() + " s")
          .exception();
    }
    if (cause instanceof HttpException bad) {
      return Status.badRequest("the body of the request is malformed: " + bad.getReason())
          .exception();
    }
    return new ClientGoneException(cause);
  }
}
