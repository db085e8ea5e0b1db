package dev.muster.testing.history;

import java.util.Map;
import java.util.TreeMap;

/**
 * All keys with a prefix, as of one revision.
 *
 * @param items their revisions
 */
public record RecordedList(
    String prefix, long revision, Map<String, Long> items, String by, long began, long ended) {
  public RecordedList {
    items = new TreeMap<>(items);
  }
}
