package dev.muster.cli.logging;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * A message as it is written: time, level, the logger's short name and the text; then, indented, an
 * exception with its causes. INVARIANT: nothing but what is written here begins a line.
 */
final class LogLine {
  static final int LONGEST_MESSAGE = 4096;
  private static final int LONGEST_FAULT = 1024;
  private static final int MOST_FRAMES = 60;
  private static final int MOST_CAUSES = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx");

  private LogLine() {}

  static String of(
      OffsetDateTime at, Level level, String logger, String message, @Nullable Throwable thrown) {
    StringBuilder out = new StringBuilder(128);
    TIME.formatTo(at, out);
    out.append(' ').append(level).append(' ').append(logger).append(" - ");
    LogText.append(out, message, LONGEST_MESSAGE);
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    String before = "\n\t";
    for (Throwable one = thrown; one != null && seen.add(one); one = one.getCause()) {
      if (seen.size() > MOST_CAUSES) {
        out.append("\n\t... more causes");
        break;
      }
      append(out.append(before), one);
      before = "\n\tcaused by: ";
    }
    return out.toString();
  }

  private static void append(StringBuilder out, Throwable thrown) {
    LogText.append(out, describe(thrown), LONGEST_FAULT);
    StackTraceElement[] frames = thrown.getStackTrace();
    for (int at = 0; at < Math.min(frames.length, MOST_FRAMES); at++) {
      LogText.append(out.append("\n\t\tat "), frames[at].toString(), LONGEST_FAULT);
    }
    if (frames.length > MOST_FRAMES) {
      out.append("\n\t\t... ").append(frames.length - MOST_FRAMES).append(" more");
    }
  }

  /** An exception that cannot even say what it is does not keep the rest from being logged. */
  private static String describe(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException | StackOverflowError e) {
      return thrown.getClass().getName();
    }
  }
}
