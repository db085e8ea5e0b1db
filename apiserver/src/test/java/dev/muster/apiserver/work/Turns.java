package dev.muster.apiserver.work;

import java.util.Arrays;

/**
 * How often each method began or went round a loop, by all threads together. Loaded by the boot
 * loader in a JVM that runs with {@link TurnAgent}, since the collections of the JDK count, too.
 * Threads that count at the same moment may lose a turn.
 */
public final class Turns {
  private static final int METHODS = 1 << 17;
  private static final long[] COUNTS = new long[METHODS];
  private static final String[] NAMES = new String[METHODS];
  private static int methods;

  private Turns() {}

  /** Gives a method its number. */
  public static synchronized int number(String method) {
    NAMES[methods] = method;
    return methods++;
  }

  /** The method begins, or a loop of it goes on. */
  public static void turn(int method) {
    COUNTS[method]++;
  }

  /** The method moves so many elements at once, which is quicker than by a loop. */
  public static void copied(int length, int method) {
    COUNTS[method] += length >> 2;
  }

  /** So far, by the methods' numbers. */
  public static synchronized long[] counts() {
    return Arrays.copyOf(COUNTS, methods);
  }

  public static synchronized String name(int method) {
    return NAMES[method];
  }
}
