package dev.muster.authz.webhook;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops asking a service that does not answer. Once in a pause one question is let through as a
 * probe, whatever became of the one before it, and the first answer to any lets all through again.
 * Passing a closed breaker takes one volatile read.
 *
 * <p>INVARIANT (nobody's alone): questions of one user, however many, do not stop those of others.
 * A service that breaks on a question, or never ends with it, is left alone only after several
 * users have seen it fail; one that cannot be reached at all, whoever asks.
 */
final class Breaker {
  /** How a question may go on. */
  enum Passage {
    ASK,
    /** Ask once, with nobody waiting. */
    PROBE,
    REFUSE
  }

  /**
   * When to stop and for how long.
   *
   * @param failures in a row that open the breaker
   * @param askers who have seen failures that a question may have caused
   * @param pause between probes
   */
  record Limits(int failures, int askers, Duration pause) {}

  private sealed interface State {
    /** Working; what failed since the last answer. */
    record Closed(int failures, Set<String> askers) implements State {}

    /** Refusing until it is time for a probe. */
    record Open(long nextProbe) implements State {}
  }

  private static final State WORKING = new State.Closed(0, Set.of());

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
      case State.Open open -> {
        if (nanoTime.getAsLong() - open.nextProbe() < 0) {
          yield Passage.REFUSE;
        }
        state = open();
        yield Passage.PROBE;
      }
    };
  }

  boolean isClosed() {
    return state instanceof State.Closed;
  }

  /** The service has answered, whatever it said. */
  void answered() {
    if (state != WORKING) {
      change(WORKING);
    }
  }

  /** The service cannot be reached: no question can be the cause. */
  synchronized void unreachable() {
    if (state instanceof State.Closed closed) {
      int failures = closed.failures() + 1;
      change(failures < limits.failures() ? new State.Closed(failures, closed.askers()) : open());
    }
  }

  /** The service was reached and did not answer this asker's question. */
  synchronized void silent(String asker) {
    if (state instanceof State.Closed closed) {
      int failures = Math.min(closed.failures() + 1, limits.failures());
      Set<String> askers = with(closed.askers(), asker);
      boolean opens = failures == limits.failures() && askers.size() == limits.askers();
      change(opens ? open() : new State.Closed(failures, askers));
    }
  }

  private Set<String> with(Set<String> askers, String one) {
    if (askers.size() == limits.askers() || askers.contains(one)) {
      return askers;
    }
    return Stream.concat(askers.stream(), Stream.of(one)).collect(Collectors.toUnmodifiableSet());
  }

  private synchronized void change(State next) {
    boolean before = isClosed();
    state = next;
    if (before != isClosed()) {
      closedNow.accept(!before);
    }
  }

  private State open() {
    return new State.Open(nanoTime.getAsLong() + limits.pause().toNanos());
  }
}
