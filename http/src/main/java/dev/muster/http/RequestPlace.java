package dev.muster.http;

import dev.muster.base.sockets.Strangers;
import java.util.concurrent.Semaphore;

/**
 * What a request takes of the server. Whoever waits for a client must not keep others out: a
 * request that was let in counts for its user until it is over; any other leaves its place to the
 * next before it waits, and is one of the strangers meanwhile. Used by the request's own thread.
 */
final class RequestPlace {
  private final Semaphore free;
  private final Strangers<Thread> strangers;
  private final String network;
  private final Runnable letIn;
  private boolean taken;
  private boolean known;
  private Runnable whenOver = () -> {};

  /**
   * @param strangers threads that wait for clients; one that is interrupted waits no longer
   * @param letIn run once it counts for somebody
   */
  RequestPlace(Semaphore free, Strangers<Thread> strangers, String network, Runnable letIn) {
    this.free = free;
    this.strangers = strangers;
    this.network = network;
    this.letIn = letIn;
  }

  /** Whether there was one left. */
  boolean take() {
    taken = free.tryAcquire();
    return taken;
  }

  void admitted(Runnable over) {
    known = true;
    letIn.run();
    whenOver = over;
  }

  /** Does something that takes as long as the client likes. */
  void await(Runnable client) {
    if (known) {
      client.run();
      return;
    }
    leave();
    Thread waiting = Thread.currentThread();
    strangers.add(network, waiting);
    try {
      client.run();
    } finally {
      strangers.remove(network, waiting);
      boolean unused = Thread.interrupted();
    }
  }

  private void leave() {
    if (taken) {
      taken = false;
      free.release();
    }
  }

  /** The request is over. */
  void close() {
    leave();
    Runnable over = whenOver;
    whenOver = () -> {};
    over.run();
  }
}
