package dev.muster.volumes;

/** A volume cannot be had; the message is for the pod's user. */
public final class VolumeException extends Exception {
  /** With a message for the pod's author. */
  public VolumeException(String message) {
    super(message);
  }

  /** With a message for the pod's author, and what led to it. */
  public VolumeException(String message, Throwable cause) {
    super(message, cause);
  }
}
