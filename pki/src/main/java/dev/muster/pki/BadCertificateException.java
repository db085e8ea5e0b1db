package dev.muster.pki;

/** Says why bytes are no certificate, or no request for one. */
public final class BadCertificateException extends Exception {
  private static final long serialVersionUID = 1;

  public BadCertificateException(String message) {
    super(message);
  }

  public BadCertificateException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
