package dev.muster.apiserver.flow.fair;

import dev.muster.apiserver.flow.fair.SeatRequest.State;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The seats of one priority level, and those who wait for one. Thread-safe.
 *
 * <p>INVARIANT (seats): no more seats are in use than the limit, but for one request that is wider
 * than that and alone, and after the limit was lowered.
 *
 * <p>INVARIANT (reserve): where requests wait in queues, the last quarter of the seats is taken by
 * tenants that have none, past all others who wait. Fair queuing says who is next when a seat
 * becomes free; without a reserve none does while one tenant's requests hold them all and take
 * their time, and who has a thousand names has all queues.
 */
public final class QueueSet {
  private final LongSupplier nanoTime;
  private final FairQueues queues;
  private final Tenants tenants = new Tenants();
  private final SeatDemand demand;
  private final Set<SeatRequest> executing = new LinkedHashSet<>();
  private QueueSettings settings;
  private int limit;
  private int seatsInUse;
  private int waiting;
  private int seatsWaiting;
  private long dispatched;
  private long rejected;
  private long cancelled;

  /** What became of a request that entered. */
  public enum Entry {
    EXECUTING,
    WAITING,
    /** There is no seat, and nobody waits here. */
    CONCURRENCY_LIMIT,
    QUEUE_FULL
  }

  public QueueSet(QueueSettings settings, int limit, LongSupplier nanoTime) {
    this.settings = settings;
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.queues = new FairQueues(nanoTime.getAsLong());
    this.demand = new SeatDemand(nanoTime.getAsLong());
  }

  /** From now on; who waits goes on waiting, in the same queue. */
  public synchronized void configure(QueueSettings other, int seats) {
    advance();
    settings = other;
    limit = seats;
    dispatch();
  }

  /** Who is told to wait calls {@link #await}; who executes calls {@link #leave}. */
  public synchronized Entry enter(SeatRequest request) {
    long now = advance();
    if (!settings.queuing()) {
      if (!fits(request)) {
        rejected++;
        return Entry.CONCURRENCY_LIMIT;
      }
      execute(request, now);
      return Entry.EXECUTING;
    }
    FairQueue queue = queues.pick(request.hand());
    if (waiting == 0 && seatsInUse < limit && fits(request) && mayHave(request)) {
      queues.execute(queue, request);
      execute(request, now);
      return Entry.EXECUTING;
    }
    boolean none = seatsInUse >= limit || !mayHave(request);
    if (none && queue.waiting.size() >= settings.lengthLimit()) {
      queues.unpick(queue);
      rejected++;
      return Entry.QUEUE_FULL;
    }
    queues.enqueue(queue, request);
    request.state = State.WAITING;
    waiting++;
    seatsWaiting += request.seats();
    tenants.queued(request);
    request.queued(queue.waiting.size());
    noteDemand(now);
    dispatch();
    return request.executing() ? Entry.EXECUTING : Entry.WAITING;
  }

  /**
   * Waits for a seat, for as long as that; an interrupt ends it, and is kept. Returns at once if it
   * was {@link #abandon abandoned}.
   *
   * @param more whether it stays in its queue after that time, to be waited for again
   * @return whether it executes now; otherwise it is over, or waits
   */
  public boolean await(SeatRequest request, long nanos, boolean more) {
    long until = System.nanoTime() + nanos;
    request.waiter = Thread.currentThread();
    while (request.state == State.WAITING) {
      long left = until - System.nanoTime();
      if (left <= 0 && more) {
        return false;
      }
      if (left <= 0 || request.abandoned || Thread.currentThread().isInterrupted()) {
        withdraw(request);
      } else {
        LockSupport.parkNanos(this, left);
      }
    }
    return request.executing();
  }

  /** Nobody needs it any more. If it waits it is over; if it executes that goes on. */
  public void abandon(SeatRequest request) {
    request.abandoned = true;
    withdraw(request);
  }

  private synchronized void withdraw(SeatRequest request) {
    FairQueue queue = request.queue;
    if (request.state != State.WAITING || queue == null) {
      return;
    }
    long now = advance();
    queues.withdraw(queue, request);
    request.state = State.OVER;
    unqueued(request);
    rejected++;
    cancelled++;
    wake(request);
    noteDemand(now);
    dispatch();
  }

  /** It executes no longer. Nothing happens to one that does not. */
  public synchronized void leave(SeatRequest request) {
    if (request.state != State.EXECUTING) {
      return;
    }
    long now = advance();
    request.state = State.OVER;
    executing.remove(request);
    seatsInUse -= request.seats();
    tenants.give(request);
    if (request.queue != null) {
      queues.finish(request.queue, request, now - request.started);
    }
    request.finished(now - request.started);
    noteDemand(now);
    dispatch();
  }

  private long advance() {
    long now = nanoTime.getAsLong();
    queues.advance(now, limit);
    return now;
  }

  private void dispatch() {
    while (waiting > 0 && seatsInUse < limit) {
      SeatRequest next = next();
      if (next == null || !fits(next)) {
        return;
      }
      queues.dispatch(next);
      unqueued(next);
      execute(next, nanoTime.getAsLong());
      wake(next);
    }
  }

  private @Nullable SeatRequest next() {
    SeatRequest fair = queues.next(this::mayHave);
    return fair == null ? tenants.firstWithout() : fair;
  }

  private void execute(SeatRequest request, long now) {
    request.state = State.EXECUTING;
    request.started = now;
    executing.add(request);
    seatsInUse += request.seats();
    tenants.take(request);
    dispatched++;
    request.dispatched(now);
    noteDemand(now);
  }

  private void unqueued(SeatRequest request) {
    waiting--;
    seatsWaiting -= request.seats();
    tenants.unqueued(request);
    request.unqueued();
  }

  private static void wake(SeatRequest request) {
    @Nullable Thread waiter = request.waiter;
    if (waiter != null) {
      LockSupport.unpark(waiter);
    }
  }

  private boolean fits(SeatRequest request) {
    if (settings.exempt()) {
      return true;
    }
    return request.seats() > limit ? executing.isEmpty() : seatsInUse + request.seats() <= limit;
  }

  private boolean mayHave(SeatRequest request) {
    return seatsInUse + request.seats() <= limit - limit / 4
        || !settings.queuing()
        || tenants.hasNone(request.tenant());
  }

  private void noteDemand(long now) {
    demand.is(seatsInUse + seatsWaiting, now);
  }

  /** What was wanted since the last time. */
  public synchronized SeatDemand.Summary takeDemand() {
    return demand.take(nanoTime.getAsLong());
  }

  public synchronized boolean idle() {
    return waiting == 0 && executing.isEmpty();
  }

  public synchronized QueueSetState state() {
    return QueueSetState.of(
        queues.active(), executing, waiting, seatsInUse, dispatched, rejected, cancelled);
  }
}
