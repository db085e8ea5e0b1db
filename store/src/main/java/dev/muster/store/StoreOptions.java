package dev.muster.store;

/**
 * Limits of an embedded store.
 *
 * @param watchLagLimit how many events a watch may fall behind before it is cut off
 * @param maxFileBytes at this size the file takes no more, as if the disk were full
 */
public record StoreOptions(int watchLagLimit, long maxFileBytes) {

  public StoreOptions {
    if (watchLagLimit < 1) {
      throw new IllegalArgumentException("watchLagLimit must be positive: " + watchLagLimit);
    }
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("maxFileBytes must be positive: " + maxFileBytes);
    }
  }

  public static StoreOptions defaults() {
    return new StoreOptions(10_000, Long.MAX_VALUE);
  }

  public StoreOptions withWatchLagLimit(int events) {
    return new StoreOptions(events, maxFileBytes);
  }

  public StoreOptions withMaxFileBytes(long bytes) {
    return new StoreOptions(watchLagLimit, bytes);
  }
}
