package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Bytes that a connection brought, to be read by another thread. When much is waiting the
 * connection is not read further.
 */
final class Arrival extends InputStream {
  private static final int MUCH = 256 * 1024;

  private final StreamBacklog backlog;
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private int offset;
  private int size;
  private boolean full;
  private boolean ended;

  Arrival(Channel channel) {
    this.backlog = StreamBacklog.of(channel);
  }

  synchronized void add(byte[] bytes) {
    if (ended || bytes.length == 0) {
      return;
    }
    waiting.add(bytes);
    size += bytes.length;
    if (size > MUCH && !full) {
      full = true;
      backlog.filled();
    }
    notifyAll();
  }

  /** Nothing more comes, so that the others need not wait until this is read. */
  synchronized void end() {
    ended = true;
    release();
    notifyAll();
  }

  private void release() {
    if (full) {
      full = false;
      backlog.drained();
    }
  }

  /** As {@link #end}: whoever reads sees the end. */
  @Override
  public void close() {
    end();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] buffer, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (waiting.isEmpty()) {
      if (ended) {
        return -1;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    byte[] first = waiting.getFirst();
    int count = Math.min(length, first.length - offset);
    System.arraycopy(first, offset, buffer, start, count);
    offset += count;
    size -= count;
    if (offset == first.length) {
      waiting.removeFirst();
      offset = 0;
    }
    if (size <= MUCH) {
      release();
    }
    return count;
  }
}
