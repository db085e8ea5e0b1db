package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Bounds of numbers. */
public final class Numbers {
  private Numbers() {}

  /** Finds fault with a number below zero; what is absent is zero. */
  public static void validateNotNegative(At number, Errors errors) {
    if (number.number() < 0) {
      errors.invalid(number, "must be greater than or equal to 0");
    }
  }

  /** As {@link #validateNotNegative(At, Errors)} for several numbers. */
  public static void validateNotNegative(Errors errors, At... numbers) {
    for (At number : numbers) {
      validateNotNegative(number, errors);
    }
  }

  /** Finds fault with a number that is larger than it may be. */
  public static void validateAtMost(At number, long max, String detail, Errors errors) {
    if (number.number() > max) {
      errors.invalid(number.path(), Long.toString(number.number()), detail);
    }
  }
}
