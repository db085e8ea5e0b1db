package dev.muster.pki;

/** A key or certificate file that cannot be used; the message names it and says what to do. */
public final class PkiException extends RuntimeException {
  public PkiException(String message) {
    super(message);
  }

  public PkiException(String message, Throwable cause) {
    super(message, cause);
  }
}
