package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.MetaV1.ObjectMeta;

/** When a deleted object may really go. */
final class Finalization {
  private Finalization() {}

  /**
   * True if the object was deleted without grace, or its grace is over, and no finalizer holds it
   * any more.
   */
  static boolean endsWith(ObjectNode object) {
    Namespace any = Namespace.of(object);
    ObjectMeta metadata = any.metadata();
    return metadata.deletionTimestamp().present()
        && metadata.finalizers().node().isEmpty()
        && metadata.deletionGracePeriodSeconds().number() == 0
        && any.spec().finalizers().node().isEmpty();
  }
}
