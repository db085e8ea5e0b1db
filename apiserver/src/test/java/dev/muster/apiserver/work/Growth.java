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
 * @param bytes of memory; buffers that double make leaps
 * @param share the part of all bytes that grew so
 * @param most the methods that grow most
 */
record Growth(int length, double turns, double bytes, double share, String most) {
  private static final double TURNS = 0.4;
  private static final double BYTES = 24;
  private static final double SHARE = 0.1;
  private static final double MUCH = 0.4;

  static Growth of(int length, Work one, Work two, Work three) {
    double pairs = 2.0 * length * length;
    double[] each = new double[three.turns().length];
    double all = 0;
    for (int i = 0; i < each.length; i++) {
      each[i] = (three.turns(i) - 2 * two.turns(i) + one.turns(i)) / pairs;
      all += each[i];
    }
    String most =
        IntStream.range(0, each.length)
            .boxed()
            .filter(i -> !Turns.name(i).matches("(java|com|dev.muster.api.field).*"))
            .sorted(Comparator.comparingDouble(i -> -each[i]))
            .limit(8)
            .map(i -> String.format(Locale.ROOT, "%s %.2f", Turns.name(i), each[i]))
            .collect(Collectors.joining(", "));
    double bytes = three.bytes() - 2 * two.bytes() + one.bytes();
    return new Growth(length, all, bytes / pairs, bytes / three.bytes(), most);
  }

  boolean suspect() {
    return turns > TURNS || bytes > BYTES && share > SHARE;
  }

  /**
   * Whether it is about as much for each pair as with shorter lists; what is a little more than in
   * proportion, or has a bound, becomes less and less.
   */
  boolean staysAs(Growth shorter) {
    return turns > TURNS / 2 && turns > MUCH * shorter.turns
        || bytes > BYTES / 2 && bytes > MUCH * shorter.bytes && share > SHARE;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%.2f turns and %.0f bytes for each pair of %d", turns, bytes, length);
  }
}
