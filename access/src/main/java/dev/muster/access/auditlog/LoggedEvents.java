package dev.muster.access.auditlog;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Finds the events in audit logs, whatever form they have: one a line as servers write them, with a
 * time before it as CloudWatch exports them, in one document as its commands print them, packed or
 * not. One event is in memory at a time. Used by one thread.
 */
public final class LoggedEvents {
  private static final int LONGEST = AuditLogReader.LONGEST;
  private static final int GZIP = 0x1f8b;
  private static final int HEAD = 8 << 10;

  private final Taker taker;
  private final LogCounts counts = new LogCounts();

  /** Gets what begins like an event, one after the other. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes one.
     *
     * @param place for messages
     * @param start where in the bytes it begins; it goes on to their end
     */
    void take(String place, byte[] text, int start);
  }

  /** Reads for somebody. */
  public LoggedEvents(Taker taker) {
    this.taker = taker;
  }

  /** What could not be read so far, or is no event. */
  public LogCounts counts() {
    return counts;
  }

  /**
   * Reads a log to its end.
   *
   * @param name for messages
   * @throws IOException if it cannot be read on; what was read is handed on
   */
  public void read(String name, InputStream log) throws IOException {
    try {
      InputStream in = unpacked(new BufferedInputStream(log, HEAD));
      if (EventDocument.begins(in, HEAD)) {
        new EventDocument(name, taker).read(in, counts);
      } else {
        lines(name, in);
      }
    } catch (ZipException | EOFException e) {
      counts.broken(name, "not compressed as it should be, and all after it");
    }
  }

  private static InputStream unpacked(BufferedInputStream in) throws IOException {
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == GZIP ? new BufferedInputStream(new GZIPInputStream(in, 64 << 10), HEAD) : in;
  }

  private void lines(String name, InputStream in) throws IOException {
    BoundedLines lines = new BoundedLines(in, LONGEST);
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      String place = name + ":" + lines.number();
      if (lines.tooLong()) {
        counts.broken(place, "longer than " + (LONGEST >> 20) + " MiB");
      } else {
        line(place, line);
      }
    }
  }

  /** CloudWatch's export to files has a time before each event. */
  private void line(String place, byte[] line) {
    int start = 0;
    while (start < line.length && line[start] != '{') {
      start++;
    }
    String before = new String(line, 0, start, StandardCharsets.UTF_8).strip();
    if (start < line.length && (before.isEmpty() || time(before))) {
      taker.take(place, line, start);
    } else if (start < line.length || !before.isEmpty()) {
      counts.other(place);
    }
  }

  private static boolean time(String text) {
    return text.length() <= 40 && text.chars().allMatch(c -> "0123456789-:.TZ+".indexOf(c) >= 0);
  }
}
