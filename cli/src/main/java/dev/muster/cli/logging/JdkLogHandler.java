package dev.muster.cli.logging;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Hands on what libraries log with the JDK. */
public final class JdkLogHandler extends Handler {
  private final SimpleFormatter texts = new SimpleFormatter();

  @Override
  public void publish(LogRecord entry) {
    String name = entry.getLoggerName();
    LoggerFactory.getLogger(name == null || name.isEmpty() ? "jdk" : name)
        .atLevel(level(entry.getLevel()))
        .setCause(entry.getThrown())
        .log("{}", texts.formatMessage(entry));
  }

  private static Level level(java.util.logging.Level level) {
    if (level.intValue() >= java.util.logging.Level.SEVERE.intValue()) {
      return Level.ERROR;
    }
    if (level.intValue() >= java.util.logging.Level.WARNING.intValue()) {
      return Level.WARN;
    }
    return level.intValue() >= java.util.logging.Level.INFO.intValue() ? Level.INFO : Level.DEBUG;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
