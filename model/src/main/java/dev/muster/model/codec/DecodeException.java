package dev.muster.model.codec;

/** A body that is not what its type asks for. The message is the real decoder's. */
public final class DecodeException extends RuntimeException {
  /** With a message for who sent the body. */
  public DecodeException(String message) {
    super(message, null, false, false);
  }
}
