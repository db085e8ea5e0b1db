package dev.muster.pki;

/** A key or certificate file that cannot be used; the message names it and says what to do. */
public final class PkiException extends RuntimeException {
  /** With a message that names the file or the field. */
  public PkiException(String message) {
    super(message);
  }

  /** With a message that names the file or the field, and what led to it. */
  public PkiException(String message, Throwable cause) {
    super(message, cause);
  }
}
