package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;

/**
 * An object after a write, in the stored version.
 *
 * @param created whether the write created it
 */
public record WriteOutcome(StoredObject object, boolean created) {

  /** What a dry run would answer, the removal of the last finalizer, or what is stored nowhere. */
  public static WriteOutcome unwritten(Kind kind, ObjectNode tree, boolean created) {
    return new WriteOutcome(ObjectDraft.unwritten(kind, tree), created);
  }
}
