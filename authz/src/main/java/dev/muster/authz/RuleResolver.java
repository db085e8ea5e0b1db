package dev.muster.authz;

/** Lists what a user may do in a namespace, as far as it can be listed. Thread-safe. */
@FunctionalInterface
public interface RuleResolver {
  Rules rulesFor(User user, String namespace);
}
