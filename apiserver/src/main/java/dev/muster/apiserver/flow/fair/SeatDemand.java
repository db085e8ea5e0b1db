package dev.muster.apiserver.flow.fair;

/** How many seats were wanted over a time, by those who had one and those who waited. */
public final class SeatDemand {
  private long since;
  private long nanos;
  private double sum;
  private double squares;
  private int now;
  private int most;

  /**
   * What was wanted over a time.
   *
   * @param nanos how long that was; if nothing the mean and the deviation are 0
   * @param deviation the standard deviation
   */
  public record Summary(long nanos, double mean, double deviation, int most) {}

  SeatDemand(long start) {
    since = start;
    nanos = 0;
  }

  void is(int seats, long time) {
    add(time);
    now = seats;
    most = Math.max(most, seats);
  }

  private void add(long time) {
    long passed = time - since;
    since = time;
    nanos += passed;
    sum += (double) now * passed;
    squares += (double) now * now * passed;
  }

  /** Sums up, and begins anew. */
  Summary take(long time) {
    add(time);
    double mean = nanos > 0 ? sum / nanos : 0;
    double variance = nanos > 0 ? squares / nanos - mean * mean : 0;
    Summary summary = new Summary(nanos, mean, Math.sqrt(Math.max(0, variance)), most);
    nanos = 0;
    sum = 0;
    squares = 0;
    most = now;
    return summary;
  }
}
