package dev.muster.admission.policy;

/** Takes how long each mutation took and how it ended. Safe for any thread. */
@FunctionalInterface
public interface MutationMetrics {
  /** Where nobody counts. */
  MutationMetrics NONE = (policy, binding, error, seconds) -> {};

  /**
   * @param error {@code no_error}, {@code compile_error}, {@code out_of_budget} or {@code
   *     invalid_error}
   */
  void observe(String policy, String binding, String error, double seconds);
}
