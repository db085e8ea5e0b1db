package dev.muster.store;

/**
 * @param watchLagLimit how many events a watch may fall behind before it is cut off
 */
public record StoreOptions(int watchLagLimit) {

  public StoreOptions {
    if (watchLagLimit < 1) {
      throw new IllegalArgumentException("watchLagLimit must be positive: " + watchLagLimit);
    }
  }

  public static StoreOptions defaults() {
    return new StoreOptions(10_000);
  }
}
