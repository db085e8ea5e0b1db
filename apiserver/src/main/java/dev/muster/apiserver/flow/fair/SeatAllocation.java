package dev.muster.apiserver.flow.fair;

import java.util.List;
import java.util.Optional;

/**
 * Divides seats among levels in proportion to what each wants, within what each has to get and may
 * have.
 *
 * @param seats what each gets; they add up to all there are
 * @param fairFraction what a level gets of what it wants, unless a bound is in the way
 */
public record SeatAllocation(List<Double> seats, double fairFraction) {
  /** Nobody wants nothing at all, or what is left over could not be divided. */
  private static final double LEAST_TARGET = 0.001;

  private static final double NEARLY = 1e-7;

  /** What a level wants, and its bounds. */
  public record Claim(double target, double least, double most) {
    public Claim {
      target = Math.max(LEAST_TARGET, target);
      if (least < 0 || most < least) {
        throw new IllegalArgumentException("from " + least + " to " + most);
      }
    }

    double at(double fraction) {
      return Math.clamp(fraction * target, least, most);
    }
  }

  public SeatAllocation {
    seats = List.copyOf(seats);
  }

  /** Empty if the bounds do not allow it. */
  public static Optional<SeatAllocation> of(int all, List<Claim> claims) {
    double low = claims.stream().mapToDouble(Claim::least).sum();
    double high = claims.stream().mapToDouble(Claim::most).sum();
    if (low - all > NEARLY || all - high > NEARLY) {
      return Optional.empty();
    }
    double fraction = fraction(all, claims);
    return Optional.of(
        new SeatAllocation(claims.stream().map(claim -> claim.at(fraction)).toList(), fraction));
  }

  /**
   * What is given out grows with the fraction, and evenly between two fractions at which somebody
   * meets a bound: find the two, then the point between them.
   */
  private static double fraction(int all, List<Claim> claims) {
    double[] turns =
        claims.stream()
            .flatMap(
                claim ->
                    List.of(claim.least() / claim.target(), claim.most() / claim.target()).stream())
            .mapToDouble(turn -> turn)
            .sorted()
            .toArray();
    int from = 0;
    int to = turns.length - 1;
    while (to - from > 1) {
      int middle = (from + to) >>> 1;
      if (total(claims, turns[middle]) <= all) {
        from = middle;
      } else {
        to = middle;
      }
    }
    double before = total(claims, turns[from]);
    double growth = total(claims, turns[to]) - before;
    double part = growth > 0 ? Math.clamp((all - before) / growth, 0.0, 1.0) : 0;
    return turns[from] + part * (turns[to] - turns[from]);
  }

  private static double total(List<Claim> claims, double fraction) {
    return claims.stream().mapToDouble(claim -> claim.at(fraction)).sum();
  }
}
