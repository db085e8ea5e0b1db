package dev.muster.store;

/**
 * There is no space for what was to be written. Reads go on, and so do writes, by themselves, once
 * there is space again.
 */
public final class NoSpaceException extends StoreException {
  NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }

  /** For a value that would take what is kept for deletions. */
  NoSpaceException(String key) {
    super(
        "nothing was written: \""
            + key
            + "\": the disk is full, and what is left is for deletions and small changes");
  }
}
