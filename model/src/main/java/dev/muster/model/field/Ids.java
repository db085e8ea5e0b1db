package dev.muster.model.field;

/** User and group ids, which the node hands to the kernel. */
public final class Ids {
  private Ids() {}

  /** Finds fault with a user or group id that Linux does not have. */
  public static void validate(At id, Errors errors) {
    long value = id.number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      errors.invalid(id, "must be between 0 and 2147483647, inclusive");
    }
  }
}
