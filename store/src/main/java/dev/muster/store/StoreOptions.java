package dev.muster.store;

/**
 * Limits of an embedded store.
 *
 * @param watchLagLimit how many events a watch may fall behind before it is cut off
 * @param maxFileBytes at this size the file takes no more, as if the disk were full
 * @param quotaBytes at this size of all values, history included, nothing more is taken
 */
public record StoreOptions(int watchLagLimit, long maxFileBytes, long quotaBytes) {

  public StoreOptions {
    if (watchLagLimit < 1) {
      throw new IllegalArgumentException("watchLagLimit must be positive: " + watchLagLimit);
    }
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("maxFileBytes must be positive: " + maxFileBytes);
    }
    if (quotaBytes < 1) {
      throw new IllegalArgumentException("quotaBytes must be positive: " + quotaBytes);
    }
  }

  public static StoreOptions defaults() {
    return new StoreOptions(10_000, Long.MAX_VALUE, Long.MAX_VALUE / 2);
  }

  public StoreOptions withWatchLagLimit(int events) {
    return new StoreOptions(events, maxFileBytes, quotaBytes);
  }

  public StoreOptions withMaxFileBytes(long bytes) {
    return new StoreOptions(watchLagLimit, bytes, quotaBytes);
  }

  public StoreOptions withQuotaBytes(long bytes) {
    return new StoreOptions(watchLagLimit, maxFileBytes, bytes);
  }
}
