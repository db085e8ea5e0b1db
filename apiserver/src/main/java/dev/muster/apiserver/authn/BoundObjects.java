package dev.muster.apiserver.authn;

import java.time.Instant;
import java.util.Optional;

/**
 * Finds the objects that a service account token depends on. Thread-safe; the answer is as fresh as
 * that of a read.
 */
@FunctionalInterface
public interface BoundObjects {

  /** What a token can depend on. */
  enum Kind {
    SERVICE_ACCOUNT,
    POD,
    SECRET,
    NODE
  }

  /**
   * An object that exists.
   *
   * @param deleted when its deletion was asked for, if it was
   */
  record Found(String uid, Optional<Instant> deleted) {}

  /**
   * @param namespace empty for nodes
   */
  Optional<Found> find(Kind kind, String namespace, String name);
}
