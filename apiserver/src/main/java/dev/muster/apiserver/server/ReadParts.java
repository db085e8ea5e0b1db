package dev.muster.apiserver.server;

import dev.muster.access.escalation.InventoryPart;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.base.deadline.Deadline;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * What objects tell about ways to become more, read from each once: of two questions, the second
 * one reads what was written between them. It keeps no object that the store has forgotten.
 * Thread-safe.
 */
final class ReadParts {
  // a stored object is equal to itself alone, and never changes
  private final Map<StoredObject, Optional<InventoryPart>> known = new WeakHashMap<>();

  Optional<InventoryPart> of(StoredObject object) {
    synchronized (known) {
      if (known.containsKey(object)) {
        return known.getOrDefault(object, Optional.empty());
      }
    }
    Deadline.check();
    Optional<InventoryPart> part = InventoryPart.of(object.tree());
    synchronized (known) {
      known.put(object, part);
    }
    return part;
  }
}
