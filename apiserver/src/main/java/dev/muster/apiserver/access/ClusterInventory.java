package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory;
import java.util.List;
import java.util.Set;

/**
 * What is in a cluster beside roles and bindings. To read it costs as much as to list it: it is for
 * those questions alone that are about it. Thread-safe.
 */
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

  /**
   * What else decides about requests: PodSecurityPolicies and what admission is told, in the
   * version that they are stored in.
   *
   * @param kinds those that are asked for; others than these have none
   * @throws dev.muster.model.status.ApiException if there is too much of it
   */
  List<ObjectNode> policies(Set<String> kinds);
}
