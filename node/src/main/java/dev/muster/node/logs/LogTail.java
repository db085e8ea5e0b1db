package dev.muster.node.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The end of a log as a text. */
public final class LogTail {
  private LogTail() {}

  /** At most so many lines and bytes; empty if there is no log. */
  public static String of(Path file, int lines, int bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogOptions options =
        new LogOptions(
            false, false, OptionalLong.of(lines), OptionalLong.empty(), Optional.empty());
    try {
      LogReader.copy(file, options, () -> true, out);
    } catch (IOException | InterruptedException e) {
      return "";
    }
    byte[] all = out.toByteArray();
    int length = Math.min(all.length, bytes);
    return new String(all, all.length - length, length, StandardCharsets.UTF_8);
  }
}
