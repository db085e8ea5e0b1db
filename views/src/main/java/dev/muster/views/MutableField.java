package dev.muster.views;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A field of a struct that can be changed, whether it has a value or not. Reading never fails, as
 * with {@link dev.muster.model.field.At}.
 */
public interface MutableField {
  /** The struct that has the field. */
  ObjectNode struct();

  /** The name of the field. */
  String field();

  /** The value, missing if there is none. */
  default JsonNode node() {
    JsonNode value = struct().get(field());
    return value == null ? MissingNode.getInstance() : value;
  }

  /** True unless the value is absent or null. */
  default boolean present() {
    return struct().hasNonNull(field());
  }

  /** The opposite of {@link #present}. */
  default boolean absent() {
    return !present();
  }

  /** True when absent, null, an empty list, map or text. */
  default boolean empty() {
    JsonNode value = node();
    return value.isContainerNode()
        ? value.isEmpty()
        : absent() || value.isTextual() && value.textValue().isEmpty();
  }

  /** Puts a value there, whatever it is. */
  default void set(JsonNode value) {
    struct().set(field(), value);
  }

  /** Takes the value away. */
  default void remove() {
    struct().remove(field());
  }
}
