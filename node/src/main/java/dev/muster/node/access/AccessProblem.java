package dev.muster.node.access;

/** A request that is not let in, with the answer's code. */
public final class AccessProblem extends Exception {
  private final int code;

  AccessProblem(int code, String message) {
    super(message);
    this.code = code;
  }

  public int code() {
    return code;
  }
}
