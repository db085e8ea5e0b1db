package dev.muster.apiserver.work;

/**
 * How much was done so far, by all threads together. Loaded by the boot loader in a JVM that runs
 * with {@link TurnAgent}, since the collections of the JDK count, too. Threads that count at the
 * same moment may lose a turn.
 */
public final class Turns {
  private static long count;

  private Turns() {}

  /** A method begins, or a loop goes on. */
  public static void turn() {
    count++;
  }

  /** So many elements are moved at once, which is quicker than by a loop. */
  public static void copied(int length) {
    count += length >> 2;
  }

  public static long count() {
    return count;
  }
}
