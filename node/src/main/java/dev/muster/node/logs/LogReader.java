package dev.muster.node.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Copies a log's text to a stream. */
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
    Path current = file;
    RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
    try {
      long end = Long.MAX_VALUE;
      if (options.tail().isPresent()) {
        long length = in.length();
        in.seek(LastLines.start(in, length, options.tail().getAsLong()));
        end = options.follow() ? end : length;
      }
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] block = new byte[BLOCK];
      while (true) {
        boolean over = !options.follow() || ended.getAsBoolean();
        int count = in.read(block, 0, (int) Math.min(BLOCK, end - in.getFilePointer()));
        if (count <= 0) {
          if (rotated(in, current)) {
            in.close();
            in = new RandomAccessFile(current.toFile(), "r");
            continue;
          }
          if (over) {
            return;
          }
          out.flush();
          Thread.sleep(POLL_MILLIS);
          continue;
        }
        for (int i = 0; i < count; i++) {
          if (block[i] != '\n') {
            if (line.size() < LONGEST_LINE) {
              line.write(block[i]);
            }
            continue;
          }
          if (!entry(line.toByteArray())) {
            return;
          }
          line.reset();
        }
        out.flush();
      }
    } finally {
      in.close();
    }
  }

  /** The runtime has begun a new file under the same name. */
  private static boolean rotated(RandomAccessFile open, Path file) throws IOException {
    return Files.exists(file) && Files.size(file) < open.getFilePointer();
  }

  /** False once the limit is reached. */
  private boolean entry(byte[] raw) throws IOException {
    LogLine line = LogLine.parse(raw, raw.length).orElse(null);
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
