package dev.muster.runtime.layers;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream in a thread of its own, so that decompressing and hashing go on while files are
 * written. Closing it stops the thread and closes the stream.
 */
public final class ReadAhead extends InputStream {
  private static final int CHUNK = 1 << 17;
  private static final int CHUNKS = 8;

  /** A piece of the stream; the last one carries why it ended. */
  private static final class Chunk {
    final byte[] bytes;
    final int length;
    final @Nullable IOException failure;

    Chunk(byte[] bytes, int length, @Nullable IOException failure) {
      this.bytes = bytes;
      this.length = length;
      this.failure = failure;
    }

    boolean isLast() {
      return length < 0;
    }
  }

  private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
  private final BlockingQueue<byte[]> empty = new ArrayBlockingQueue<>(CHUNKS);
  private final InputStream in;
  private final Thread reader;
  private Chunk current = new Chunk(new byte[0], 0, null);
  private int position;

  public ReadAhead(InputStream in) {
    this.in = in;
    for (int i = 0; i < CHUNKS - 1; i++) {
      empty.add(new byte[CHUNK]);
    }
    reader = Thread.ofPlatform().daemon().name("read-ahead").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        byte[] bytes = empty.take();
        Chunk chunk;
        try {
          int length = in.readNBytes(bytes, 0, bytes.length);
          chunk = new Chunk(bytes, length == 0 ? -1 : length, null);
        } catch (IOException e) {
          chunk = new Chunk(bytes, -1, e);
        } catch (RuntimeException e) {
          chunk = new Chunk(bytes, -1, new IOException(e));
        }
        full.put(chunk);
        if (chunk.isLast()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (position == current.length && !advance()) {
      return -1;
    }
    if (current.isLast()) {
      return -1;
    }
    int count = Math.min(length, current.length - position);
    System.arraycopy(current.bytes, position, into, offset, count);
    position += count;
    return count;
  }

  /** Takes the next piece; false at the end. */
  private boolean advance() throws IOException {
    try {
      if (current.bytes.length > 0) {
        empty.put(current.bytes);
      }
      current = full.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException("interrupted while unpacking");
    }
    position = 0;
    IOException failure = current.failure;
    if (failure != null) {
      throw failure;
    }
    return !current.isLast();
  }

  @Override
  public void close() throws IOException {
    reader.interrupt();
    try {
      while (reader.isAlive()) {
        full.clear();
        reader.join(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    in.close();
  }
}
