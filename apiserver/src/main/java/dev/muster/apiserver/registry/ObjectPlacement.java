package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.status.Status;

/** Where an object belongs. */
public final class ObjectPlacement {
  private ObjectPlacement() {}

  /**
   * Puts an object where the request says. A namespace on a cluster-wide object is dropped without
   * a word.
   *
   * @param namespace of the request; empty for cluster-wide kinds
   */
  public static void in(String namespace, ObjectNode metadata) {
    if (namespace.isEmpty()) {
      metadata.remove("namespace");
      return;
    }
    String own = metadata.path("namespace").asText();
    if (!own.isEmpty() && !own.equals(namespace)) {
      throw Status.badRequest(
              "the namespace of the provided object does not match the namespace sent on the request")
          .exception();
    }
    metadata.put("namespace", namespace);
  }

  /** In the place of the request, and of the version that it replaces. */
  static void place(Attempt attempt) {
    in(attempt.request().namespace(), attempt.metadata());
    Attempt.Live live = attempt.live();
    if (live != null) {
      attempt.metadata().put("resourceVersion", Long.toString(live.entry().revision()));
    }
  }
}
