package dev.muster.apiserver.flow.fair;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What a level does at a moment, for people to read.
 *
 * @param queues those that have requests, by their number
 * @param queueless what executes without having been in a queue
 */
public record QueueSetState(
    List<Queue> queues,
    List<SeatRequest> queueless,
    int waiting,
    int executing,
    int seatsInUse,
    long dispatched,
    long rejected,
    long cancelled) {

  /**
   * One queue.
   *
   * @param nextDispatch in seat-nanoseconds of virtual time
   */
  public record Queue(
      int index,
      List<SeatRequest> waiting,
      List<SeatRequest> executing,
      int seatsInUse,
      int waitingSeats,
      double nextDispatch,
      double waitingWork) {}

  static QueueSetState of(
      Collection<FairQueue> active,
      Set<SeatRequest> executing,
      int waiting,
      int seatsInUse,
      long dispatched,
      long rejected,
      long cancelled) {
    List<Queue> queues = new ArrayList<>();
    for (FairQueue queue : active) {
      queues.add(
          new Queue(
              queue.index,
              List.copyOf(queue.waiting),
              executing.stream().filter(request -> request.queue == queue).toList(),
              queue.seatsInUse,
              queue.waitingSeats,
              queue.nextDispatch,
              queue.waitingWork));
    }
    queues.sort(Comparator.comparingInt(Queue::index));
    return new QueueSetState(
        queues,
        executing.stream().filter(request -> request.queue == null).toList(),
        waiting,
        executing.size(),
        seatsInUse,
        dispatched,
        rejected,
        cancelled);
  }
}
