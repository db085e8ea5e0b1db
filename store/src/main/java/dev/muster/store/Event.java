package dev.muster.store;

import org.jspecify.annotations.Nullable;

/**
 * One write.
 *
 * @param before the entry it replaced, null if it created one
 * @param after the entry it left, null if it deleted one
 */
public record Event<V>(
    long revision, String key, @Nullable Entry<V> before, @Nullable Entry<V> after) {}
