package dev.muster.testing.history;

/**
 * One change of a key.
 *
 * @param text what it became, which no other write makes it; {@link #DELETED} if it is gone
 */
public record HistoryEvent(long revision, String key, String text) {
  public static final String DELETED = "";

  boolean deletion() {
    return text.equals(DELETED);
  }
}
