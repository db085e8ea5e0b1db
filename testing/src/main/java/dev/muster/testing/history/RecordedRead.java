package dev.muster.testing.history;

/**
 * One answer about a key.
 *
 * @param by where the answer came from, for whoever reads of a fault
 */
public record RecordedRead(String key, Seen seen, String by, long began, long ended) {}
