package dev.muster.apiserver.resourcemetrics;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last two times that a node was asked. However many ask for metrics, the node is asked once a
 * second at most, and less often while it does not answer.
 */
final class NodeScrape {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(15);

  /** How long one waits while another asks. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Asks the node for its page. */
  @FunctionalInterface
  interface Source {
    String page() throws IOException;
  }

  /** What was used between two times. */
  record Interval(ScrapedUsage from, ScrapedUsage to) {}

  /** An answer, and when it came by our own clock. */
  private record Taken(ScrapedUsage usage, Instant at) {}

  private final InstantSource clock;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition never = lock.newCondition();
  private @Nullable Taken before;
  private @Nullable Taken last;
  private Instant silentUntil = Instant.MIN;

  NodeScrape(InstantSource clock) {
    this(clock, PATIENCE);
  }

  NodeScrape(InstantSource clock, Duration patience) {
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * What there is now. Whoever asks first in a while waits for a second, as it takes two times.
   *
   * @return nothing if the node does not answer, or not yet to who asked before
   */
  Optional<Interval> interval(Source source) throws InterruptedException {
    if (!lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return Optional.empty();
    }
    try {
      if (clock.instant().isBefore(silentUntil)) {
        return Optional.empty();
      }
      if (last == null || age(last).compareTo(FRESH) >= 0) {
        take(source);
      }
      if (isTooLong()) {
        long left = FRESH.toNanos();
        while (left > 0) {
          left = never.awaitNanos(left);
        }
        if (isTooLong()) { // nobody has asked meanwhile
          take(source);
        }
      }
      return before == null || last == null
          ? Optional.empty()
          : Optional.of(new Interval(before.usage(), last.usage()));
    } catch (IOException e) {
      silentUntil = clock.instant().plus(AFTER_FAILURE);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private boolean isTooLong() {
    return last == null
        || before == null
        || Duration.between(before.at(), last.at()).compareTo(LONGEST_WINDOW) > 0;
  }

  private Duration age(Taken taken) {
    return Duration.between(taken.at(), clock.instant());
  }

  /** A node that answers with the same numbers again has not counted since. */
  private void take(Source source) throws IOException {
    Instant now = clock.instant();
    ScrapedUsage usage = ScrapedUsage.of(source.page(), now);
    Taken known = last;
    if (known == null || !known.usage().at().equals(usage.at())) {
      before = known;
      last = new Taken(usage, now);
    }
  }
}
