package dev.muster.store;

/** The calling thread was interrupted before its write began. Nothing was written. */
public final class InterruptedWriteException extends StoreException {
  public InterruptedWriteException() {
    super("interrupted while waiting to write; nothing was written", true);
  }
}
