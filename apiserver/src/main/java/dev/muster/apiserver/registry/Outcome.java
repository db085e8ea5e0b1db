package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An object after a write.
 *
 * @param stored the object as it is served; null when nothing was written (dry run) and only the tree tells
 * @param tree the object, when there is no stored form
 * @param created whether the write created it
 */
public record Outcome(@Nullable StoredObject stored, @Nullable ObjectNode tree, boolean created) {

  static Outcome of(StoredObject stored, boolean created) {
    return new Outcome(stored, null, created);
  }

  static Outcome unwritten(ObjectNode tree, boolean created) {
    return new Outcome(null, tree, created);
  }

  /** The object as a tree. */
  public ObjectNode object() {
    if (tree != null) {
      return tree;
    }
    if (stored != null) {
      return stored.tree();
    }
    throw new IllegalStateException("an outcome without an object");
  }
}
