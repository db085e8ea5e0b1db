package dev.muster.cel;

/** A function of the library has no answer, and why; it becomes the expression's error. */
final class FunctionFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  FunctionFault(String message) {
    super(message, null, false, false);
  }
}
