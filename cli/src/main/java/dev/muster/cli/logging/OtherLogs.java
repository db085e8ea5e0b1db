package dev.muster.cli.logging;

import org.slf4j.LoggerFactory;

/** What would be written past slf4j: by libraries that log with the JDK, and by dying threads. */
public final class OtherLogs {
  private static final String CONFIGURATION = "java.util.logging.config.class";

  private OtherLogs() {}

  /** Sends it the same way. Costs nothing until something is written. */
  public static void divert() {
    if (System.getProperty(CONFIGURATION) == null) {
      System.setProperty(CONFIGURATION, JdkLogs.class.getName());
    }
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, problem) ->
            LoggerFactory.getLogger(OtherLogs.class)
                .error("thread {} ended", thread.getName(), problem));
  }
}
