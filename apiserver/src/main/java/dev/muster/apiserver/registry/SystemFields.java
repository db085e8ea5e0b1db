package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Instant;
import java.util.UUID;

/**
 * Metadata that clients cannot set: the server gives it to a new object, and carries it over from
 * the stored one ever after.
 */
final class SystemFields {
  private SystemFields() {}

  /** Gives a new object its identity, but for a name that is to be generated. */
  static void fill(MutableObjectMeta metadata, Instant now) {
    metadata.uid(UUID.randomUUID().toString()).creationTimestamp(Times.seconds(now));
    metadata.selfLink().remove();
    metadata.deletionTimestamp().remove();
    metadata.deletionGracePeriodSeconds().remove();
    metadata.generation().remove();
  }

  /** Runs before the strategy, which may bump it. */
  static void carryGeneration(ObjectNode next, ObjectNode old) {
    MutableObjectMeta.ofObject(next)
        .generation()
        .copy(ObjectMeta.ofObject(old).generation().node());
  }

  static void carryIdentity(ObjectNode next, ObjectNode old) {
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(next);
    ObjectMeta before = ObjectMeta.ofObject(old);
    if (metadata.uid().absent()) {
      metadata.uid().copy(before.uid().node());
    }
    metadata.creationTimestamp().copy(before.creationTimestamp().node());
    metadata.selfLink().remove();
    if (before.deletionTimestamp().present()) {
      metadata.deletionTimestamp().copy(before.deletionTimestamp().node());
    }
    if (before.deletionGracePeriodSeconds().present()
        && metadata.deletionGracePeriodSeconds().absent()) {
      metadata.deletionGracePeriodSeconds().copy(before.deletionGracePeriodSeconds().node());
    }
  }
}
