package dev.muster.http;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The bytes of an answer, in order, as slices of arrays. Nothing is copied when a slice is added,
 * so the arrays must not change any more. Filled by one thread.
 */
public final class Body {
  private byte[][] arrays;
  private int[] bounds;
  private int slices;
  private long length;

  /** An empty body with room for a number of slices; it grows as needed. */
  public Body(int expectedSlices) {
    arrays = new byte[Math.max(1, expectedSlices)][];
    bounds = new int[2 * arrays.length];
  }

  public static Body of(byte[] bytes) {
    return new Body(1).add(bytes);
  }

  public Body add(byte[] bytes) {
    return add(bytes, 0, bytes.length);
  }

  /** Adds {@code bytes[from, to)}. */
  public Body add(byte[] bytes, int from, int to) {
    if (from < 0 || to < from || to > bytes.length) {
      throw new IndexOutOfBoundsException(
          "slice [" + from + ", " + to + ") of " + bytes.length + " bytes");
    }
    if (from == to) {
      return this;
    }
    if (slices == arrays.length) {
      arrays = Arrays.copyOf(arrays, 2 * slices);
      bounds = Arrays.copyOf(bounds, 4 * slices);
    }
    arrays[slices] = bytes;
    bounds[2 * slices] = from;
    bounds[2 * slices + 1] = to;
    slices++;
    length += to - from;
    return this;
  }

  /** How many bytes all slices have together. */
  public long length() {
    return length;
  }

  /**
   * Tells the length of each line, where lines end only at the end of a slice, as those of a stream
   * of events do.
   */
  public void eachLine(LongConsumer line) {
    long size = 0;
    for (int i = 0; i < slices; i++) {
      size += to(i) - from(i);
      if (arrays[i][to(i) - 1] == '\n') {
        line.accept(size);
        size = 0;
      }
    }
  }

  /** All slices as one array. */
  public byte[] bytes() {
    byte[] all = new byte[Math.toIntExact(length)];
    int at = 0;
    for (int i = 0; i < slices; i++) {
      System.arraycopy(arrays[i], from(i), all, at, to(i) - from(i));
      at += to(i) - from(i);
    }
    return all;
  }

  int slices() {
    return slices;
  }

  byte[] array(int slice) {
    return arrays[slice];
  }

  int from(int slice) {
    return bounds[2 * slice];
  }

  int to(int slice) {
    return bounds[2 * slice + 1];
  }
}
