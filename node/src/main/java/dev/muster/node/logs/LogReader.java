package dev.muster.node.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Copies a log's text to a stream: what the runtime's current file holds, and, when it is followed,
 * what comes after it in that one and in those that take its place.
 */
public final class LogReader {
  private static final int BLOCK = 16 * 1024;
  private static final int LONGEST_LINE = 1 << 20;
  private static final long POLL_MILLIS = 100;

  private final LogOptions options;
  private final OutputStream out;
  private long written;
  private boolean atLineStart = true;

  private LogReader(LogOptions options, OutputStream out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Copies what the options ask for; with {@code follow}, until the container has ended and all of
   * it is read.
   *
   * @param ended whether nothing more will be written
   */
  public static void copy(Path file, LogOptions options, BooleanSupplier ended, OutputStream out)
      throws IOException, InterruptedException {
    while (!Files.exists(file)) {
      if (!options.follow() || ended.getAsBoolean()) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
    }
    new LogReader(options, out).copy(file, ended);
  }

  private void copy(Path file, BooleanSupplier ended) throws IOException, InterruptedException {
    OpenLog in = OpenLog.of(file);
    try {
      long end = Long.MAX_VALUE;
      if (options.tail().isPresent()) {
        long length = in.file().length();
        in.file().seek(LastLines.start(in.file(), length, options.tail().getAsLong()));
        end = options.follow() ? end : length;
      }
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] block = new byte[BLOCK];
      boolean leaving = false;
      while (true) {
        boolean over = !options.follow() || ended.getAsBoolean();
        boolean replaced = options.follow() && in.isReplaced();
        long left = end - in.file().getFilePointer();
        int count = in.file().read(block, 0, (int) Math.min(BLOCK, left));
        if (count > 0) {
          if (!entries(block, count, line)) {
            return;
          }
          out.flush();
        } else if (replaced && leaving) {
          in.close();
          in = OpenLog.of(file);
          leaving = false;
        } else if (over && !replaced) {
          return;
        } else {
          // what was under way when the new log came is still written to the old one
          leaving = replaced;
          out.flush();
          Thread.sleep(POLL_MILLIS);
        }
      }
    } finally {
      in.close();
    }
  }

  /** False once the limit is reached. */
  private boolean entries(byte[] block, int count, ByteArrayOutputStream line) throws IOException {
    for (int i = 0; i < count; i++) {
      if (block[i] != '\n') {
        if (line.size() < LONGEST_LINE) {
          line.write(block[i]);
        }
        continue;
      }
      if (!entry(line.toByteArray())) {
        return false;
      }
      line.reset();
    }
    return true;
  }

  /** False once the limit is reached. */
  private boolean entry(byte[] raw) throws IOException {
    ContainerLogLine line = ContainerLogLine.parse(raw, raw.length).orElse(null);
    if (line == null) {
      return true;
    }
    boolean begins = atLineStart;
    atLineStart = !line.partial();
    if (options.since().isPresent() && line.time().isBefore(options.since().get())) {
      return true;
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (options.timestamps() && begins) {
      text.writeBytes((line.rawTime() + " ").getBytes(StandardCharsets.US_ASCII));
    }
    text.write(raw, line.textStart(), raw.length - line.textStart());
    if (!line.partial()) {
      text.write('\n');
    }
    byte[] bytes = text.toByteArray();
    long room = options.limit().orElse(Long.MAX_VALUE) - written;
    int length = (int) Math.min(bytes.length, room);
    out.write(bytes, 0, length);
    written += length;
    return written < options.limit().orElse(Long.MAX_VALUE);
  }
}
