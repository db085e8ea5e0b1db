package dev.muster.apiserver.authzconfig;

/** An authorization configuration that cannot be used, and why, in kube-apiserver's words. */
public final class InvalidConfigurationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidConfigurationException(String message) {
    super(message);
  }

  /** Never null: every fault has words. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
