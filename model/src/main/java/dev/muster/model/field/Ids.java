package dev.muster.model.field;

/** User and group ids, which the node hands to the kernel. */
public final class Ids {
  private Ids() {}

  public static void validate(At id, Errors errors) {
    long value = id.number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      errors.invalid(id, "must be between 0 and 2147483647, inclusive");
    }
  }
}
