package dev.muster.cli.logging;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Found by slf4j when the first logger is asked for. */
public final class LogProvider implements SLF4JServiceProvider, ILoggerFactory {
  /** The system property that says from which level on this project's own messages are written. */
  static final String LEVEL = "muster.log.level";

  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new NOPMDCAdapter();

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(
        name, each -> new LineLogger(each, level(each), () -> System.err));
  }

  /** Libraries tell less than this project does. */
  static Level level(String name) {
    if (name.startsWith("io.netty")) {
      return Level.ERROR;
    }
    if (name.startsWith("org.eclipse.jetty")) {
      return Level.WARN;
    }
    return switch (System.getProperty(LEVEL, "info")) {
      case "trace" -> Level.TRACE;
      case "debug" -> Level.DEBUG;
      case "warn" -> Level.WARN;
      case "error" -> Level.ERROR;
      default -> Level.INFO;
    };
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return this;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}
}
