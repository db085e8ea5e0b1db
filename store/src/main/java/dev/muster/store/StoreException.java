package dev.muster.store;

import org.jspecify.annotations.Nullable;

/** The store could not do what was asked. Subtypes say so for the cases a caller can act on. */
public class StoreException extends RuntimeException {

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** For answers that are part of normal work: no stack trace. */
  StoreException(String message, boolean expected) {
    super(message, null, false, !expected);
  }
}
