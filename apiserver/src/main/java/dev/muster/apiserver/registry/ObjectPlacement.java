package dev.muster.apiserver.registry;

import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;

/** Where an object belongs. */
public final class ObjectPlacement {
  private ObjectPlacement() {}

  /**
   * Puts an object where the request says. A namespace on a cluster-wide object is dropped without
   * a word.
   *
   * @param namespace of the request; empty for cluster-wide kinds
   */
  public static void in(String namespace, MutableObjectMeta metadata) {
    if (namespace.isEmpty()) {
      metadata.namespace().remove();
      return;
    }
    String own = metadata.namespace().text();
    if (!own.isEmpty() && !own.equals(namespace)) {
      throw Status.badRequest(
              "the namespace of the provided object does not match the namespace sent on the request")
          .exception();
    }
    metadata.namespace(namespace);
  }

  /** In the place of the request, and of the version that it replaces. */
  static void place(Attempt attempt) {
    in(attempt.request().namespace(), attempt.metadata());
    Attempt.Live live = attempt.live();
    if (live != null) {
      attempt.metadata().resourceVersion(Long.toString(live.entry().revision()));
    }
  }
}
