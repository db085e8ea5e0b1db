package dev.muster.kinds.table;

import java.time.Duration;

/** Durations in few characters, coarser the longer they are. */
final class Ages {
  private Ages() {}

  static String human(Duration span) {
    long seconds = span.toMillis() / 1000; // towards zero
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return both(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return both(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (days < 8) {
      return both(days, "d", hours % 24, "h");
    }
    if (days < 2 * 365) {
      return days + "d";
    }
    return days < 8 * 365 ? both(days / 365, "y", days % 365, "d") : days / 365 + "y";
  }

  private static String both(long big, String bigUnit, long small, String smallUnit) {
    return small == 0 ? big + bigUnit : big + bigUnit + small + smallUnit;
  }
}
