package dev.muster.node.logs;

import java.util.OptionalLong;

/**
 * How much of its log a container keeps.
 *
 * @param size in bytes from which on a log is set aside; empty for never
 * @param files how many there are at most of one container, the one that is written to included
 */
public record LogLimits(OptionalLong size, int files) {
  /** Kubernetes' own: five of ten mebibytes. */
  public static final LogLimits DEFAULT = new LogLimits(OptionalLong.of(10 << 20), 5);

  public LogLimits {
    if (files <= 1) {
      throw new IllegalArgumentException("invalid MaxFiles " + files + ", must be > 1");
    }
  }
}
