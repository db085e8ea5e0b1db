package dev.muster.apiserver.flow;

import dev.muster.apiserver.flow.config.PriorityLevels;

/**
 * How many requests are worked on at a time.
 *
 * @param requests reads, if they are counted apart
 * @param mutating writes, if they are counted apart
 * @param priorityAndFairness whether both together are the seats of priority levels; otherwise each
 *     is a limit of its own, beyond which requests are refused
 */
public record InflightLimits(int requests, int mutating, boolean priorityAndFairness) {
  public InflightLimits {
    if (requests < 0) {
      throw new IllegalArgumentException("--max-requests-inflight can not be negative value");
    }
    if (mutating < 0) {
      throw new IllegalArgumentException(
          "--max-mutating-requests-inflight can not be negative value");
    }
    if (priorityAndFairness && (long) requests + mutating <= 0) {
      throw new IllegalArgumentException(
          "--max-requests-inflight and --max-mutating-requests-inflight together must be positive"
              + " with --enable-priority-and-fairness");
    }
  }

  public static InflightLimits defaults() {
    return new InflightLimits(400, 200, true);
  }

  /** Levels that share all seats; none as yet. */
  public PriorityLevels levels() {
    return new PriorityLevels(
        (int) Math.min(Integer.MAX_VALUE / 2, (long) requests + mutating), System::nanoTime);
  }
}
