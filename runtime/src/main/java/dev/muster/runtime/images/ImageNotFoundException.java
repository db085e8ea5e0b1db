package dev.muster.runtime.images;

/** The registry was reached and does not have the image. */
public final class ImageNotFoundException extends ImageException {
  private static final long serialVersionUID = 1;

  ImageNotFoundException(String message) {
    super(message);
  }
}
