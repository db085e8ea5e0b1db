package dev.muster.views;

import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A field with a whole number. */
public record NumberField(ObjectNode struct, String field) implements MutableField {
  /** The number, zero if there is none. */
  public long number() {
    return struct.get(field) instanceof NumericNode value ? value.longValue() : 0;
  }

  /** Puts a number there. */
  public void set(long number) {
    struct.put(field, number);
  }

  /** Puts a number there; zero is said by nothing. */
  public void setUnlessZero(long number) {
    if (number == 0) {
      remove();
    } else {
      set(number);
    }
  }

  /** Puts a number there that is absent; zero is not. */
  public void defaultTo(long number) {
    if (absent()) {
      set(number);
    }
  }

  /** Puts a number there that is absent or zero. */
  public void defaultFromZeroTo(long number) {
    if (number() == 0) {
      set(number);
    }
  }
}
