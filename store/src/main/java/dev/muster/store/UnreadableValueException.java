package dev.muster.store;

/**
 * What is kept of a key cannot be read, so nothing is written over it. Others are not concerned.
 */
public final class UnreadableValueException extends StoreException {
  public UnreadableValueException(String key) {
    super("\"" + key + "\" has a value that cannot be read");
  }
}
