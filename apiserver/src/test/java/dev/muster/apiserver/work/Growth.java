package dev.muster.apiserver.work;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much work grows with the square of a length, for each pair of elements: what is left of three
 * lengths n, 2n and 3n when all that is in proportion to them is taken away.
 *
 * @param turns of all methods together
 * @param bytes of memory
 * @param turnShare the part of all turns that grew so: a ninth of it all is twice as much as if
 *     there was nothing else
 * @param byteShare the same of memory, where buffers that double make leaps
 * @param most the methods that grow most
 */
record Growth(
    int length, double turns, double bytes, double turnShare, double byteShare, String most) {
  /** Sorting has half of that. */
  private static final double TURN_SHARE = 0.05;

  private static final double BYTE_SHARE = 0.1;
  private static final double TURNS = 0.2;
  private static final double BYTES = 12;

  /** Of a square all is left for each pair of longer lists, of anything less hardly a part. */
  private static final double LEFT = 0.4;

  private static final int NAMED = 5;

  static Growth of(int length, Work one, Work two, Work three) {
    double pairs = 2.0 * length * length;
    double[] each = new double[three.methods()];
    double grown = 0;
    double all = 0;
    for (int i = 0; i < each.length; i++) {
      each[i] = three.turns(i) - 2 * two.turns(i) + one.turns(i);
      grown += each[i];
      all += three.turns(i);
    }
    String most =
        IntStream.range(0, each.length)
            .filter(i -> Turns.name(i).startsWith("dev/muster"))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -each[i]))
            .limit(NAMED)
            .map(Turns::name)
            .collect(Collectors.joining(", "));
    double bytes = three.bytes() - 2.0 * two.bytes() + one.bytes();
    return new Growth(
        length, grown / pairs, bytes / pairs, grown / all, bytes / three.bytes(), most);
  }

  boolean suspect() {
    return turns > TURNS && turnShare > TURN_SHARE || bytes > BYTES && byteShare > BYTE_SHARE;
  }

  /** Whether it is a square, knowing the same of shorter lists. */
  boolean square(Growth shorter) {
    return turns > TURNS && turnShare > TURN_SHARE && turns > LEFT * shorter.turns
        || bytes > BYTES && byteShare > BYTE_SHARE && bytes > LEFT * shorter.bytes;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.2f turns and %.0f bytes for each pair of %d", turns, bytes, length);
  }
}
