package dev.muster.store;

/** The store or the watch was closed. */
public final class ClosedException extends StoreException {
  public ClosedException(String what) {
    super(what + " is closed", true);
  }
}
