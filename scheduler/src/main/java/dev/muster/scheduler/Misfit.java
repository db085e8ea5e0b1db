package dev.muster.scheduler;

/**
 * Why a pod does not fit on a node.
 *
 * @param scheduler the scheduler's words for it, after the number of nodes it holds for
 * @param rule the node's name for the rule, the reason of a pod that it rejects
 * @param message the node's words for it
 * @param helpless whether the pod would not fit even if all others left
 */
public record Misfit(String scheduler, String rule, String message, boolean helpless) {
  static Misfit of(String rule, String scheduler, boolean helpless) {
    return new Misfit(scheduler, rule, "Predicate " + rule + " failed: " + scheduler, helpless);
  }
}
