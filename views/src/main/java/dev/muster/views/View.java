package dev.muster.views;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;

/**
 * A part of an object whose fields the compiler knows. It is the tree itself, seen: what changes
 * there changes here. Reading never fails; what is absent reads as {@link At} says.
 */
public interface View {
  /** The value, and where it stands. */
  At at();

  /** True unless the value is absent or null. */
  default boolean present() {
    return at().present();
  }

  /** The opposite of {@link #present}. */
  default boolean absent() {
    return at().absent();
  }

  /** True when absent, null or without fields. */
  default boolean empty() {
    return at().empty();
  }

  /** The value as a tree. */
  default JsonNode tree() {
    return at().node();
  }
}
