package dev.muster.views;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A field that is true or false. */
public record TruthField(ObjectNode struct, String field) implements MutableField {
  /** Whether it is true. */
  public boolean truth() {
    return node().booleanValue();
  }

  /** Says so or otherwise. */
  public void set(boolean truth) {
    struct.put(field, truth);
  }

  /** Puts a value there that is absent; false is not. */
  public void defaultTo(boolean truth) {
    if (absent()) {
      set(truth);
    }
  }
}
