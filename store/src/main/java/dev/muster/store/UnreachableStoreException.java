package dev.muster.store;

import org.jspecify.annotations.Nullable;

/**
 * A store that is kept elsewhere did not do what was asked. The message says whether something may
 * have been written nevertheless.
 */
public final class UnreachableStoreException extends StoreException {
  private final boolean late;

  /**
   * @param late whether there was no answer in time
   */
  public UnreachableStoreException(String message, boolean late, @Nullable Throwable cause) {
    super(message, cause);
    this.late = late;
  }

  /** Whether there was no answer in time; otherwise there was none to be had. */
  public boolean late() {
    return late;
  }
}
