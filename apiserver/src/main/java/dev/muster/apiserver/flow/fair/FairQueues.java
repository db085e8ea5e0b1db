package dev.muster.apiserver.flow.fair;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a level by virtual time: all that have requests are entitled to equal parts of the
 * seats, and the one whose oldest request would be done first is next.
 *
 * <p>There are as many as have something to do, however many are configured.
 */
final class FairQueues {
  /** How long a request is expected to take, until it is known. */
  static final long EXPECTED_NANOS = 3_000_000;

  private final Map<Integer, FairQueue> active = new HashMap<>();
  private final TreeMap<Integer, FairQueue> waiting = new TreeMap<>();

  /** Seat-nanoseconds that each active queue was entitled to so far. */
  private double progress;

  private long lastNanos;
  private long arrivals;
  private int lastDispatched = -1;
  private int seatsWanted;

  FairQueues(long now) {
    lastNanos = now;
  }

  /** To be called before anything changes. */
  void advance(long now, int limit) {
    if (!active.isEmpty()) {
      progress += (double) Math.min(seatsWanted, limit) / active.size() * (now - lastNanos);
    }
    lastNanos = now;
  }

  /** The queue of the hand with the least work waiting; they take turns if it is the same. */
  FairQueue pick(int[] hand) {
    int first = (int) (arrivals++ % hand.length);
    int best = hand[first];
    double least = Double.MAX_VALUE;
    for (int i = 0; i < hand.length && least > 0; i++) {
      int index = hand[(first + i) % hand.length];
      FairQueue queue = waiting.get(index);
      double work = queue == null ? 0 : queue.waitingWork;
      if (work < least) {
        least = work;
        best = index;
      }
    }
    return active.computeIfAbsent(best, FairQueue::new);
  }

  /** Nobody came of it. */
  void unpick(FairQueue queue) {
    forgetIfIdle(queue);
  }

  void enqueue(FairQueue queue, SeatRequest request) {
    begin(queue, request);
    queue.waiting.add(request);
    queue.waitingSeats += request.seats();
    queue.waitingWork += request.work();
    waiting.put(queue.index, queue);
    queue.bound();
  }

  /** Without having waited. */
  void execute(FairQueue queue, SeatRequest request) {
    begin(queue, request);
    charge(queue, request);
  }

  private void begin(FairQueue queue, SeatRequest request) {
    if (queue.idle()) {
      queue.nextDispatch = progress;
    }
    request.queue = queue;
    request.arrival = progress;
    seatsWanted += request.seats();
  }

  private static void charge(FairQueue queue, SeatRequest request) {
    queue.executing++;
    queue.seatsInUse += request.seats();
    queue.nextDispatch += request.work();
  }

  /** Whose turn it is among those who may; of equals, the one after the last. */
  @Nullable SeatRequest next(Predicate<SeatRequest> may) {
    Choice choice = new Choice(may);
    choice.look(waiting.tailMap(lastDispatched, false).values());
    choice.look(waiting.headMap(lastDispatched, true).values());
    return choice.best;
  }

  /** Finds the queue that would be done first. */
  private static final class Choice {
    final Predicate<SeatRequest> may;
    @Nullable SeatRequest best;
    double soonest = Double.MAX_VALUE;

    Choice(Predicate<SeatRequest> may) {
      this.may = may;
    }

    void look(Collection<FairQueue> queues) {
      for (FairQueue queue : queues) {
        SeatRequest oldest = queue.waiting.getFirst();
        double done = queue.nextDispatch + oldest.work();
        if (done < soonest && may.test(oldest)) {
          soonest = done;
          best = oldest;
        }
      }
    }
  }

  /** Takes a request out of its queue, to execute. */
  void dispatch(SeatRequest request) {
    FairQueue queue = Objects.requireNonNull(request.queue, "it waits in one");
    unqueue(queue, request);
    lastDispatched = queue.index;
    charge(queue, request);
    queue.bound();
  }

  /** Takes a request out that nobody waits for any more. */
  void withdraw(FairQueue queue, SeatRequest request) {
    unqueue(queue, request);
    seatsWanted -= request.seats();
    queue.bound();
    forgetIfIdle(queue);
  }

  private void unqueue(FairQueue queue, SeatRequest request) {
    if (!queue.waiting.remove(request)) {
      throw new IllegalStateException("not in its queue");
    }
    queue.waitingSeats -= request.seats();
    queue.waitingWork -= request.work();
    if (queue.waiting.isEmpty()) {
      waiting.remove(queue.index, queue);
      queue.waitingWork = 0;
    }
  }

  /** It has executed; what it took is now known. */
  void finish(FairQueue queue, SeatRequest request, long nanos) {
    queue.executing--;
    queue.seatsInUse -= request.seats();
    seatsWanted -= request.seats();
    queue.nextDispatch -= (double) request.seats() * (EXPECTED_NANOS - nanos);
    queue.bound();
    forgetIfIdle(queue);
  }

  private void forgetIfIdle(FairQueue queue) {
    if (queue.idle()) {
      active.remove(queue.index, queue);
    }
  }

  Collection<FairQueue> active() {
    return active.values();
  }
}
