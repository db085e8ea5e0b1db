package dev.muster.apiserver.flow.fair;

import org.jspecify.annotations.Nullable;

/**
 * A request for seats of a level: new, maybe waiting, maybe executing, over. Its fields belong to
 * the {@link QueueSet} that it entered. What it is told, it is told with that one's lock held.
 */
public abstract class SeatRequest {
  private final String tenant;
  private final int[] hand;
  private int seats = 1;
  volatile State state = State.NEW;
  volatile boolean abandoned;
  volatile @Nullable Thread waiter;
  @Nullable FairQueue queue;
  double arrival;
  long started;

  enum State {
    NEW,
    WAITING,
    EXECUTING,
    OVER
  }

  /**
   * @param tenant who is behind it, under however many names
   * @param hand the queues of its flow, see {@link ShuffleSharding}; not to be changed
   */
  protected SeatRequest(String tenant, int[] hand) {
    this.tenant = tenant;
    this.hand = hand;
  }

  /** How many it takes, one unless this is said: before it enters, and not afterwards. */
  public final void needs(int wanted) {
    seats = wanted;
  }

  public final String tenant() {
    return tenant;
  }

  public final int seats() {
    return seats;
  }

  final int[] hand() {
    return hand;
  }

  /** The virtual time that it is expected to take. */
  final double work() {
    return (double) seats * FairQueues.EXPECTED_NANOS;
  }

  public final boolean executing() {
    return state == State.EXECUTING;
  }

  public final boolean waiting() {
    return state == State.WAITING;
  }

  /**
   * It waits in a queue.
   *
   * @param length how many do, itself included
   */
  protected void queued(int length) {}

  /** It waits no longer: it executes, or is over. */
  protected void unqueued() {}

  protected void dispatched(long now) {}

  /**
   * It does not execute any more.
   *
   * @param nanos for how long it did
   */
  protected void finished(long nanos) {}
}
