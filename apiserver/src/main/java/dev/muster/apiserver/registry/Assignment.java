package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Gives an object what only the server can give out, such as addresses: after it was prepared,
 * before it is validated.
 */
@FunctionalInterface
public interface Assignment {
  /** What was given out is the object's until this is closed, when the write is through. */
  interface Hold extends AutoCloseable {
    Hold NOTHING = () -> {};

    @Override
    void close();
  }

  Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old);
}
