package dev.muster.access.record;

/**
 * From where on a role is wider than what was done, so that it stays one that people read.
 *
 * @param names the most names in a rule; more are any name
 * @param namespaces the most namespaces for the same verb on the same resource; more are all
 */
public record RecordingBounds(int names, int namespaces) {
  /** The usual ones. */
  public static final RecordingBounds DEFAULTS = new RecordingBounds(100, 100);

  /** Nothing but names and namespaces that were recorded. */
  public static final RecordingBounds NONE =
      new RecordingBounds(Integer.MAX_VALUE, Integer.MAX_VALUE);
}
