package dev.muster.admission.podsecurity;

import java.util.List;
import java.util.Optional;

/**
 * One demand of the standards.
 *
 * @param level the laxest level that has it
 * @param editions from when it is checked how, oldest first
 * @param replaces the baseline check that this one makes unnecessary; may be empty
 */
record Check(String id, PodSecurityLevel level, List<Edition> editions, String replaces) {

  /** What a pod does against the demand, if it does. */
  @FunctionalInterface
  interface Rule {
    Optional<Violation> check(CheckedPod pod);
  }

  /** A rule, and the minor version of Kubernetes from which on it counts. */
  record Edition(int since, Rule rule) {}

  static Check baseline(String id, Edition... editions) {
    return new Check(id, PodSecurityLevel.BASELINE, List.of(editions), "");
  }

  static Check restricted(String id, Edition... editions) {
    return new Check(id, PodSecurityLevel.RESTRICTED, List.of(editions), "");
  }

  Check replacing(String baseline) {
    return new Check(id, level, editions, baseline);
  }

  static Edition since(int minor, Rule rule) {
    return new Edition(minor, rule);
  }

  /** The rule in a version, or empty if there was none yet. */
  Optional<Rule> in(int minor) {
    return editions.stream()
        .filter(e -> e.since <= minor)
        .reduce((earlier, later) -> later)
        .map(Edition::rule);
  }
}
