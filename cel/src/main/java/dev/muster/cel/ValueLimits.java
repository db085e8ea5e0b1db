package dev.muster.cel;

/**
 * How much of a value is gone over. A small expression can make a value that is huge when it is
 * written, since its parts may be the same ones again and again.
 */
final class ValueLimits {
  /** As much as a request may send. */
  static final int MOST = 3 * 1024 * 1024;

  /** As deep as objects are kept. */
  private static final int DEEPEST = 1_000;

  private long left = MOST;

  /**
   * Counts a part of a value that takes so many bytes at least.
   *
   * @throws FunctionFault when it becomes too much
   */
  void visit(long bytes, int depth) {
    left -= bytes;
    if (left < 0) {
      throw new FunctionFault("the value is larger than " + MOST + " bytes");
    }
    if (depth > DEEPEST) {
      throw new FunctionFault("the value is nested deeper than " + DEEPEST + " levels");
    }
  }
}
