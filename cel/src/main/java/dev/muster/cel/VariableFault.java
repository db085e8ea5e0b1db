package dev.muster.cel;

/** A variable of a policy has no value. */
final class VariableFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  VariableFault(String name, String why) {
    super("composited variable \"" + name + "\" fails to evaluate: " + why, null, false, false);
  }
}
