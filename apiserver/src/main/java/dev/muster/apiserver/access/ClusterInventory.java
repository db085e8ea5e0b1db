package dev.muster.apiserver.access;

import dev.muster.access.escalation.Inventory;
import java.util.List;

/**
 * What is in a cluster beside roles and bindings. To read it costs as much as to list it: it is for
 * those questions alone that are about it. Thread-safe.
 */
@FunctionalInterface
public interface ClusterInventory {

  /**
   * What was read.
   *
   * @param notes what was not, as there is too much of it
   */
  record Known(Inventory inventory, List<String> notes) {
    public Known {
      notes = List.copyOf(notes);
    }
  }

  /** As it is now. */
  Known now();
}
