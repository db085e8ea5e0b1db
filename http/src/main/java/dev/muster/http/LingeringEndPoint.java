package dev.muster.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that is not closed in the face of a client who still sends. A system that closes
 * what it has not read sends a reset, and the client's system then throws the last answer away: why
 * its request was refused would be lost. So what came is read off first, and what is on its way has
 * a moment to come.
 */
final class LingeringEndPoint extends SocketChannelEndPoint {
  /** As long as Go's server waits, and with it a kube-apiserver. */
  private static final long MOMENT_MILLIS = 500;

  /** No more is read off, however much there is. */
  private static final int MOST_BYTES = 1 << 20;

  private final Scheduler scheduler;

  LingeringEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
    super(channel, selector, key, scheduler);
    this.scheduler = scheduler;
  }

  @Override
  public void doClose() {
    if (readOff()) {
      scheduler.schedule(
          () -> {
            readOff();
            super.doClose();
          },
          MOMENT_MILLIS,
          TimeUnit.MILLISECONDS);
    } else {
      super.doClose();
    }
  }

  /** Whether there was anything, and the client may send still more. */
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
      return sum > 0 && count >= 0;
    } catch (IOException e) { // the client is gone
      return false;
    }
  }
}
