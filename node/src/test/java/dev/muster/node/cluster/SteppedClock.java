package dev.muster.node.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** The machine's clock, as somebody sets it forward or back. */
public final class SteppedClock extends Clock {
  private volatile Duration off = Duration.ZERO;

  public void step(Duration by) {
    off = off.plus(by);
  }

  @Override
  public Instant instant() {
    return Clock.systemUTC().instant().plus(off);
  }

  @Override
  public ZoneId getZone() {
    return Clock.systemUTC().getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}
