package dev.muster.store;

/**
 * How full a store is.
 *
 * @param held the bytes of all values that it keeps, those of history included
 * @param live the bytes of the values that are there now
 * @param quota beyond this it takes nothing more
 */
public record Usage(long held, long live, long quota) {
  /**
   * Whether little room is left: a fifth of the quota. What only history holds does not count: it
   * can be let go.
   */
  public boolean nearlyFull() {
    return live > quota / 5 * 4;
  }
}
