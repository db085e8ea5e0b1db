package dev.muster.identity;

/** The request or the image names no identity a process could run under; the message says why. */
public final class IdentityException extends Exception {
  private static final long serialVersionUID = 1;

  /** With a message for the pod's author. */
  public IdentityException(String message) {
    super(message);
  }

  /** With a message for the pod's author, and what led to it. */
  public IdentityException(String message, Throwable cause) {
    super(message, cause);
  }
}
