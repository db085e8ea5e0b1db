package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Gives an object what only the server can give out, such as addresses: after it was prepared,
 * before it is validated.
 */
@FunctionalInterface
public interface Assignment {
  void assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old);
}
