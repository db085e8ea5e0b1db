package dev.muster.cel;

import dev.cel.common.values.NullValue;

/** How an evaluation ended. */
public sealed interface Evaluation {

  /** A value: Boolean, Long, Double, String, a List, a Map, or something of the library. */
  record Value(Object value) implements Evaluation {
    public boolean isTrue() {
      return value.equals(true);
    }

    public boolean isNull() {
      return value instanceof NullValue;
    }
  }

  /** No value, and why, in a sentence that names the expression. */
  record Failed(String message) implements Evaluation {}

  /** The budget is spent; expressions after this one must not be evaluated. */
  record OutOfBudget() implements Evaluation {
    public static final String MESSAGE =
        "validation failed due to running out of cost budget, no further validation rules will be run";
  }
}
