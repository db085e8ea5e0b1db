package dev.muster.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A field with a struct. */
public record StructField<V extends MutableView>(
    ObjectNode struct, String field, Function<ObjectNode, V> view) implements MutableField {
  /** The struct, if there is one. */
  public Optional<V> get() {
    return node() instanceof ObjectNode value ? Optional.of(view.apply(value)) : Optional.empty();
  }

  /** Does something to the struct, if there is one. */
  public void ifPresent(Consumer<V> action) {
    if (node() instanceof ObjectNode value) {
      action.accept(view.apply(value));
    }
  }

  /** The struct, put there empty when there is none. */
  public V ensure() {
    return node() instanceof ObjectNode value ? view.apply(value) : replace();
  }

  /** An empty struct in place of whatever was there. */
  public V replace() {
    return view.apply(struct.putObject(field));
  }
}
