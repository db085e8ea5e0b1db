package dev.muster.volumes;

/** A volume cannot be had; the message is for the pod's user. */
public final class VolumeException extends Exception {
  public VolumeException(String message) {
    super(message);
  }

  public VolumeException(String message, Throwable cause) {
    super(message, cause);
  }
}
