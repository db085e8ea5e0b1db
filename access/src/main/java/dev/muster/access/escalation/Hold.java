package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Granted;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A lever in somebody's hand.
 *
 * @param scope a namespace; empty for everywhere
 * @param names of the objects that it is for; empty for all
 * @param by whom one has to act as, or the role that was got on the way
 */
record Hold(Lever lever, String verb, String scope, List<String> names, Fact by) {
  /** A name for something new. */
  private static final String NEW = "way-up";

  boolean in(String namespace) {
    return scope.isEmpty() || scope.equals(namespace);
  }

  boolean of(String name) {
    return names.isEmpty() || names.contains(name);
  }

  /** Whether it counts where a server asks without a name. */
  boolean nameless() {
    return names.isEmpty() || names.contains("");
  }

  /** Whether one and the same can have both: what a role gives can be given to anyone. */
  boolean withSameHand(Hold other) {
    return by.equals(other.by) || by instanceof Granted || other.by instanceof Granted;
  }

  /** A name for which both are, none of those that are taken. */
  static Optional<String> name(Hold one, Hold other, Set<String> taken) {
    if (one.names.isEmpty() && other.names.isEmpty()) {
      String name = NEW;
      while (taken.contains(name)) {
        name += "-";
      }
      return Optional.of(name);
    }
    return (one.names.isEmpty() ? other : one)
        .names.stream()
            .filter(n -> !n.isEmpty() && one.of(n) && other.of(n) && !taken.contains(n))
            .findFirst();
  }
}
