package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Keeps track of who set which field. Changes {@code metadata.managedFields} of the new object,
 * nothing else.
 */
@FunctionalInterface
public interface FieldOwnership {
  void update(WriteRequest request, @Nullable ObjectNode live, ObjectNode object);
}
