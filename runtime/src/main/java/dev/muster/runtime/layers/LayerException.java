package dev.muster.runtime.layers;

import java.io.IOException;

/** A layer is not a tar stream, or does what a layer must not. */
public final class LayerException extends IOException {
  private static final long serialVersionUID = 1;

  public LayerException(String message) {
    super(message);
  }
}
