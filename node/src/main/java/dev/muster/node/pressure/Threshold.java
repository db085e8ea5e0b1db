package dev.muster.node.pressure;

import dev.muster.model.quantity.Quantity;
import java.time.Duration;
import java.util.Optional;

/**
 * When pods are evicted: if less than this is available for so long.
 *
 * @param grace zero for a hard one
 * @param reclaim how much more has to be available until it is over
 */
public record Threshold(Signal signal, Amount value, Duration grace, Optional<Amount> reclaim) {

  /** So much, or such a part of all. */
  public sealed interface Amount {
    Quantity of(long capacity);

    /** So much. */
    record Fixed(Quantity quantity) implements Amount {
      @Override
      public Quantity of(long capacity) {
        return quantity;
      }
    }

    /**
     * Such a part.
     *
     * @param part of 1; a float, as the real one reckons
     */
    record Part(float part) implements Amount {
      @Override
      public Quantity of(long capacity) {
        return Quantity.bytes((long) ((double) capacity * part));
      }
    }
  }

  public boolean isHard() {
    return grace.isZero();
  }

  boolean isMet(Observation observed) {
    return isBelow(value.of(observed.capacity()), observed);
  }

  /** Whether it was met and what has been reclaimed since is not enough. */
  boolean isUnresolved(Observation observed) {
    Quantity wanted = value.of(observed.capacity());
    return isBelow(
        reclaim.map(more -> wanted.plus(more.of(observed.capacity()))).orElse(wanted), observed);
  }

  private static boolean isBelow(Quantity wanted, Observation observed) {
    return wanted.compareTo(Quantity.of(observed.available())) > 0;
  }
}
