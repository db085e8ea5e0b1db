package dev.muster.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** A field with a text: also a time, a quantity or bytes, which JSON has as texts. */
public record TextField(ObjectNode struct, String field) implements MutableField {
  /** The text, empty if there is none. */
  public String text() {
    return struct.get(field) instanceof TextNode value ? value.textValue() : "";
  }

  /** Puts a text there. */
  public void set(String text) {
    struct.put(field, text);
  }

  /** Puts a text there that is absent or empty. */
  public void defaultTo(String text) {
    if (text().isEmpty()) {
      set(text);
    }
  }
}
