package dev.muster.authz.webhook;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Stops asking a service that fails again and again. After a pause one question is let through as a
 * probe; its success lets all through again, its failure doubles the pause up to a limit. Passing a
 * closed breaker takes one volatile read.
 */
final class Breaker {
  /** How a question may go on. */
  enum Passage {
    ASK,
    /** Ask once, and whatever happens report it: nobody else is let through before. */
    PROBE,
    REFUSE
  }

  /**
   * When to stop and for how long.
   *
   * @param failures in a row that open the breaker
   */
  record Limits(int failures, Duration firstPause, Duration longestPause) {}

  private sealed interface State {
    /** Working; so many tries failed since the last success. */
    record Closed(int failures) implements State {}

    /** Refusing until a time. */
    record Open(long until, Duration pause) implements State {}

    /** One question is on its way to find out. */
    record Probing(Duration pause) implements State {}
  }

  private static final State WORKING = new State.Closed(0);

  private final Limits limits;
  private final LongSupplier nanoTime;
  private final Consumer<Boolean> closedNow;
  private volatile State state = WORKING;

  /**
   * @param closedNow told true when it begins to let all through, false when it stops to
   */
  Breaker(Limits limits, LongSupplier nanoTime, Consumer<Boolean> closedNow) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.closedNow = closedNow;
  }

  Passage enter() {
    return isClosed() ? Passage.ASK : enterWhileOpen();
  }

  private synchronized Passage enterWhileOpen() {
    return switch (state) {
      case State.Closed closed -> Passage.ASK;
      case State.Probing probing -> Passage.REFUSE;
      case State.Open open -> {
        if (nanoTime.getAsLong() - open.until() < 0) {
          yield Passage.REFUSE;
        }
        state = new State.Probing(open.pause());
        yield Passage.PROBE;
      }
    };
  }

  boolean isClosed() {
    return state instanceof State.Closed;
  }

  void succeeded() {
    if (state != WORKING) {
      change(WORKING);
    }
  }

  synchronized void failed() {
    change(afterFailure(state));
  }

  private synchronized void change(State next) {
    boolean before = isClosed();
    state = next;
    if (before != isClosed()) {
      closedNow.accept(!before);
    }
  }

  private State afterFailure(State before) {
    return switch (before) {
      case State.Closed closed ->
          closed.failures() + 1 < limits.failures()
              ? new State.Closed(closed.failures() + 1)
              : open(limits.firstPause());
      case State.Probing probing -> open(doubled(probing.pause()));
      case State.Open open -> open;
    };
  }

  private State open(Duration pause) {
    return new State.Open(nanoTime.getAsLong() + pause.toNanos(), pause);
  }

  private Duration doubled(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(limits.longestPause()) < 0 ? twice : limits.longestPause();
  }
}
