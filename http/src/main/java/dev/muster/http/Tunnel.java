package dev.muster.http;

import dev.muster.client.http.Peer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection after it has changed its protocol: bytes go on to the peer and back, on a
 * thread for each way, until both sides are silent or one is gone.
 */
final class Tunnel extends AbstractConnection implements Connection.UpgradeTo {
  private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);
  private static final int BLOCK = 32 * 1024;

  private final Peer peer;
  private final Duration writeTimeout;
  private final Semaphore readable = new Semaphore(0);

  /** Whether somebody was asked to wake this up: asking twice is an error. */
  private final AtomicBoolean asked = new AtomicBoolean();

  private volatile ByteBuffer first = BufferUtil.EMPTY_BUFFER;

  Tunnel(EndPoint endPoint, Executor executor, Peer peer, Duration writeTimeout) {
    super(endPoint, executor);
    this.peer = peer;
    this.writeTimeout = writeTimeout;
  }

  /** Whoever has left before the answer never opens the connection. */
  void answered(@Nullable Throwable failure) {
    if (failure != null) {
      closePeer();
    }
  }

  @Override
  public void onUpgradeTo(ByteBuffer buffer) {
    first = BufferUtil.copy(buffer);
  }

  @Override
  public void onOpen() {
    super.onOpen();
    getEndPoint().setIdleTimeout(0);
    Thread.ofVirtual().name("tunnel-in").start(this::toPeer);
    Thread.ofVirtual().name("tunnel-out").start(this::toClient);
  }

  @Override
  public void onFillable() {
    asked.set(getEndPoint().isFillInterested());
    readable.release();
  }

  @Override
  public void onFillInterestedFailed(Throwable cause) {
    asked.set(false);
    readable.release();
    closeBoth();
  }

  private void toPeer() {
    try {
      if (first.hasRemaining()) {
        peer.out().write(BufferUtil.toArray(first));
        peer.out().flush();
      }
      ByteBuffer buffer = BufferUtil.allocate(BLOCK);
      while (true) {
        BufferUtil.clear(buffer);
        int count = getEndPoint().fill(buffer);
        if (count < 0) {
          peer.endOutput();
          return;
        }
        if (count == 0) {
          if (asked.compareAndSet(false, true)) {
            fillInterested();
          }
          readable.acquire();
        } else {
          peer.out().write(BufferUtil.toArray(buffer));
          peer.out().flush();
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("tunnel ended: {}", e.toString());
      closeBoth();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closeBoth();
    }
  }

  private void toClient() {
    try {
      byte[] block = new byte[BLOCK];
      for (int count = peer.in().read(block); count >= 0; count = peer.in().read(block)) {
        Completion written = new Completion();
        getEndPoint().write(written, ByteBuffer.wrap(block, 0, count));
        Throwable failure = written.await(writeTimeout);
        if (failure != null) {
          throw new EOFException(failure.toString());
        }
      }
    } catch (IOException e) {
      LOG.debug("tunnel ended: {}", e.toString());
    }
    closeBoth();
  }

  @Override
  public void onClose(Throwable cause) {
    super.onClose(cause);
    readable.release();
    closePeer();
  }

  private void closeBoth() {
    closePeer();
    getEndPoint().close();
  }

  private void closePeer() {
    try {
      peer.close();
    } catch (IOException e) {
      LOG.debug("peer not closed: {}", e.toString());
    }
  }
}
