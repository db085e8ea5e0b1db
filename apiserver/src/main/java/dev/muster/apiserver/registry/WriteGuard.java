package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A check that comes before validation, such as the one against granting what one does not hold.
 * Refuses by throwing.
 */
@FunctionalInterface
public interface WriteGuard {
  void check(WriteRequest request, ObjectNode object, @Nullable ObjectNode old);
}
