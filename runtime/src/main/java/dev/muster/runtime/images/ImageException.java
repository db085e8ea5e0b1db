package dev.muster.runtime.images;

import java.io.IOException;

/**
 * An image, an archive or a registry is not as it should be; the message is fit for a pod's owner.
 */
public class ImageException extends IOException {
  private static final long serialVersionUID = 1;

  public ImageException(String message) {
    super(message);
  }

  public ImageException(String message, Throwable cause) {
    super(message, cause);
  }
}
