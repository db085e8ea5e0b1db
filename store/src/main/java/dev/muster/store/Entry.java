package dev.muster.store;

/**
 * A value and where it stands in history.
 *
 * @param created the revision that created the key
 * @param revision the revision that wrote this value
 */
public record Entry<V>(String key, V value, long created, long revision) {}
