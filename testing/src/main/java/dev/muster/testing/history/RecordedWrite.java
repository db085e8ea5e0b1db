package dev.muster.testing.history;

/**
 * One attempt to change a key.
 *
 * @param text what the key should become, unlike any other attempt's; {@link HistoryEvent#DELETED}
 * @param replaces the revision that it has to have for that; only of deletions it must be given
 * @param revision the one that was answered; 0 if none was
 * @param by who was asked for it
 */
public record RecordedWrite(
    String key,
    String text,
    long replaces,
    long revision,
    Outcome outcome,
    String by,
    long began,
    long ended) {
  /** What the client knows. */
  public enum Outcome {
    /** It was told that it is done. */
    ACKNOWLEDGED,
    /** It was told that it is not, and never will be. */
    REFUSED,
    /** It was told nothing, or that it may have been done. */
    UNKNOWN
  }

  boolean deletion() {
    return text.equals(HistoryEvent.DELETED);
  }
}
