package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.store.Entry;
import dev.muster.store.OvertakenException;
import dev.muster.store.Store;
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

    /**
     * Stores the object, as long as what it was given is nobody else's: another server may have
     * given it to somebody, too.
     *
     * @throws OvertakenException if so, and nothing is stored
     */
    default Entry<StoredObject> put(
        Store<StoredObject> store, String key, ObjectDraft draft, long expected) {
      return store.put(key, draft, expected);
    }

    @Override
    void close();
  }

  /** Whether it gives such a write what another server might give out at the same time. */
  default boolean competes(WriteRequest request) {
    return false;
  }

  Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old);
}
