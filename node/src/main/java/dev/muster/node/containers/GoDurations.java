package dev.muster.node.containers;

import java.time.Duration;

/** Durations as Go prints them. */
public final class GoDurations {
  private GoDurations() {}

  /** {@code 850ms}, {@code 1.25s}, {@code 2m40s}, {@code 1h0m0s}. */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    if (millis < 1000) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    String fraction = "";
    if (millis % 1000 != 0) {
      fraction = "." + String.format("%03d", millis % 1000).replaceAll("0+$", "");
    }
    String out = seconds % 60 + fraction + "s";
    if (seconds >= 60) {
      out = seconds / 60 % 60 + "m" + out;
    }
    return seconds >= 3600 ? seconds / 3600 + "h" + out : out;
  }
}
