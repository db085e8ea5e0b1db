package dev.muster.access;

/** A document that is no policy, with the place where that shows. */
public final class PolicyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong, and where. */
  public PolicyException(String message) {
    super(message);
  }
}
