package dev.muster.apiserver.authn.config;

/** A configuration cannot be used; the message says all that is wrong. */
public final class InvalidAuthenticationConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidAuthenticationConfigException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
