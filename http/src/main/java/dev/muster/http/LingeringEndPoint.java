package dev.muster.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that is not closed in the face of a client who still sends. A system that closes
 * what it has not read sends a reset, and the client's system then throws the last answer away: why
 * its request was refused would be lost. So it is told that no more comes, and what it sends is
 * read off for a moment, or until it hangs up.
 */
final class LingeringEndPoint extends SocketChannelEndPoint {
  /** As long as Go's server waits, and with it a kube-apiserver. */
  private static final Duration MOMENT = Duration.ofMillis(500);

  private static final Duration PAUSE = Duration.ofMillis(10);

  /** No more is read off at a time, however much there is. */
  private static final int MOST_BYTES = 1 << 20;

  private final ManagedSelector selector;

  LingeringEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
    super(channel, selector, key, scheduler);
    this.selector = selector;
  }

  @Override
  public void doClose() {
    if (readOff()) {
      Thread.ofVirtual().name("linger").start(this::linger);
    } else {
      super.doClose();
    }
  }

  private void linger() {
    long until = System.nanoTime() + MOMENT.toNanos();
    try {
      do {
        Thread.sleep(PAUSE);
      } while (readOff() && System.nanoTime() < until);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      super.doClose();
      // a channel is closed for the system only when its selector looks at it again
      selector.submit(all -> {});
    }
  }

  /** Whether the client may send still more. */
  private boolean readOff() {
    try {
      SocketChannel channel = getChannel();
      channel.shutdownOutput();
      ByteBuffer scratch = ByteBuffer.allocate(16 << 10);
      int sum = 0;
      int count = channel.read(scratch);
      while (count > 0 && sum < MOST_BYTES) {
        sum += count;
        count = channel.read(scratch.clear());
      }
      return count >= 0;
    } catch (IOException e) { // the client is gone
      return false;
    }
  }
}
