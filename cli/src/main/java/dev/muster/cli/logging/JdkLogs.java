package dev.muster.cli.logging;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/** The configuration of the JDK's own logging, made by whoever logs with it first. */
public final class JdkLogs {
  public JdkLogs() throws IOException {
    String settings = "handlers=" + JdkLogHandler.class.getName() + "\n.level=INFO\n";
    LogManager.getLogManager()
        .readConfiguration(
            new ByteArrayInputStream(settings.getBytes(StandardCharsets.ISO_8859_1)));
  }
}
