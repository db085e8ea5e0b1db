package dev.muster.store;

import java.util.concurrent.locks.LockSupport;

/**
 * Wakes watches on a thread of its own, so that a thousand of them do not delay the next commit.
 * News that arrive while it is on its round are told on the next one.
 */
final class Broadcaster implements AutoCloseable {
  private final Runnable round;
  private final Thread thread;
  private volatile boolean news;
  private volatile boolean closed;

  /** Starts at once. */
  Broadcaster(Runnable round) {
    this.round = round;
    this.thread = Thread.ofVirtual().name("store-broadcaster").start(this::run);
  }

  void announce() {
    news = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      if (news) {
        news = false;
        round.run();
      } else {
        LockSupport.park(this);
      }
    }
  }
}
