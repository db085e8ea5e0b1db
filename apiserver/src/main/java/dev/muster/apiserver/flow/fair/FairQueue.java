package dev.muster.apiserver.flow.fair;

import java.util.ArrayDeque;

/** One queue of a level, and what of it executes. It is forgotten when it has neither. */
final class FairQueue {
  final int index;
  final ArrayDeque<SeatRequest> waiting = new ArrayDeque<>(2);

  /** When its next request would begin if it had the level's seats in equal parts with others. */
  double nextDispatch;

  double waitingWork;
  int waitingSeats;
  int executing;
  int seatsInUse;

  FairQueue(int index) {
    this.index = index;
  }

  boolean idle() {
    return executing == 0 && waiting.isEmpty();
  }

  /** It does not gain anything by the time in which it had nothing to do. */
  void bound() {
    SeatRequest oldest = waiting.peekFirst();
    if (oldest != null && nextDispatch < oldest.arrival) {
      nextDispatch = oldest.arrival;
    }
  }
}
