package dev.muster.apiserver.reload;

/**
 * A configuration that cannot be used, and all that is wrong with it, in kube-apiserver's words.
 */
public final class InvalidConfigurationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidConfigurationException(String message) {
    super(message);
  }

  /** Never null: every fault has words. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
