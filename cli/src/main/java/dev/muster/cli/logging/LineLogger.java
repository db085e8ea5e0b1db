package dev.muster.cli.logging;

import java.io.PrintStream;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Writes what is at least as grave as its level. */
final class LineLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  private final Level least;
  private final transient Supplier<PrintStream> to;

  LineLogger(String name, Level least, Supplier<PrintStream> to) {
    this.name = name;
    this.least = least;
    this.to = to;
  }

  private boolean writes(Level level) {
    return level.toInt() >= least.toInt();
  }

  @Override
  public boolean isTraceEnabled() {
    return writes(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return writes(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return writes(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return writes(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return writes(Level.ERROR);
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    String message = MessageFormatter.basicArrayFormat(String.valueOf(pattern), arguments);
    String shortName = name.substring(name.lastIndexOf('.') + 1);
    OffsetDateTime now = OffsetDateTime.now(ZoneId.systemDefault());
    to.get().println(LogLine.of(now, level, shortName, message, thrown));
  }
}
