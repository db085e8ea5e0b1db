package dev.muster.store;

/** Nothing was written: the store holds as much as it may. Deletions still work. */
public final class FullStoreException extends StoreException {
  FullStoreException(String key, long size, Usage usage) {
    super(
        "\""
            + key
            + "\" was not written: its "
            + size
            + " bytes do not fit, the store holds "
            + usage.live()
            + " of at most "
            + usage.quota()
            + " bytes",
        true);
  }
}
