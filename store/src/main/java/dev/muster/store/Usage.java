package dev.muster.store;

/**
 * How full a store is.
 *
 * @param held the bytes of all values that it keeps, those of history included
 * @param live the bytes of the values that are there now
 * @param quota beyond this it takes nothing more
 */
public record Usage(long held, long live, long quota) {
  /** Above this part of the quota it is time to do something. */
  private static final double NEARLY = 0.8;

  /** Whether little room is left. What only history holds does not count: it can be let go. */
  public boolean nearlyFull() {
    return live > NEARLY * quota;
  }
}
