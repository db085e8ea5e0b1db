package dev.muster.authz;

/** Lists what a user may do in a namespace, as far as it can be listed. Thread-safe. */
@FunctionalInterface
public interface RuleResolver {
  /** What the user may do in the namespace, as far as it can be listed. */
  Rules rulesFor(User user, String namespace);
}
