package dev.muster.apiserver.inprocess;

import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.http.GoneActions;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open answer to somebody in the same process. What is not read yet waits here, up to a bound;
 * whoever writes then waits for whoever reads.
 */
final class InProcessStream implements Exchange.Stream {
  private static final long MOST_UNREAD = 4L << 20;

  private enum End {
    OPEN,
    COMPLETE,
    BROKEN,
    GONE
  }

  private final GoneActions whenGone;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<byte[]> unread = new ArrayDeque<>();
  private long bytes;
  private End end = End.OPEN;

  InProcessStream(GoneActions whenGone) {
    this.whenGone = whenGone;
  }

  @Override
  public void write(Body body) {
    byte[] block = body.bytes();
    if (block.length == 0) {
      return;
    }
    lock.lock();
    try {
      while (end == End.OPEN && bytes > 0 && bytes + block.length > MOST_UNREAD) {
        changed.await();
      }
      if (end != End.OPEN) {
        throw new ClientGoneException(new EOFException("nobody reads any more"));
      }
      unread.add(block);
      bytes += block.length;
      changed.signalAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGoneException(e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onGone(Runnable action) {
    whenGone.add(action);
  }

  @Override
  public void abort() {
    end(End.BROKEN);
  }

  @Override
  public void close() {
    end(End.COMPLETE);
  }

  private void end(End how) {
    lock.lock();
    try {
      if (end == End.OPEN) {
        end = how;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  InputStream input() {
    return new Input();
  }

  private final class Input extends InputStream {
    private byte[] block = new byte[0];
    private int at;

    @Override
    public int read() throws IOException {
      return fill() ? block[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, block.length - at);
      System.arraycopy(block, at, into, from, count);
      at += count;
      return count;
    }

    private boolean fill() throws IOException {
      if (at < block.length) {
        return true;
      }
      lock.lock();
      try {
        while (unread.isEmpty() && end == End.OPEN) {
          changed.await();
        }
        byte[] next = unread.poll();
        if (next == null) {
          if (end != End.COMPLETE) {
            throw new EOFException("the answer broke off");
          }
          return false;
        }
        block = next;
        at = 0;
        bytes -= next.length;
        changed.signalAll();
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      end(End.GONE);
      whenGone.run();
    }
  }
}
