package dev.muster.access.auditlog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Hands on the requests of audit logs, in their order. Used by one thread. */
public final class AuditLogReader {
  /** The longest event that is read. */
  static final int LONGEST = 16 << 20;

  static final ObjectMapper JSON = new ObjectMapper();
  private static final int GZIP = 0x1f8b;
  private static final int HEAD = 8 << 10;

  private final Consumer<AuditEntry> taker;
  private final LogCounts counts = new LogCounts();

  /**
   * Reads for somebody.
   *
   * @param taker gets every request of which there is an answer
   */
  public AuditLogReader(Consumer<AuditEntry> taker) {
    this.taker = taker;
  }

  /** What was read so far. */
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
        new EventDocument(name, this::event).read(in, counts);
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
      event(place, line, start);
    } else if (start < line.length || !before.isEmpty()) {
      counts.other(place);
    }
  }

  private static boolean time(String text) {
    return text.length() <= 40 && text.chars().allMatch(c -> "0123456789-:.TZ+".indexOf(c) >= 0);
  }

  private void event(String place, byte[] text, int start) {
    try (JsonParser in = JSON.createParser(text, start, text.length - start)) {
      JsonToken unused = in.nextToken();
      AuditEntryReader.read(in).ifPresent(taker);
      if (in.nextToken() != null) {
        counts.broken(place, "more than one event");
      } else {
        counts.event();
      }
    } catch (NoEventException e) {
      counts.other(place);
    } catch (JsonProcessingException e) {
      counts.broken(place, e.getOriginalMessage());
    } catch (IOException e) {
      counts.broken(place, String.valueOf(e.getMessage()));
    }
  }
}
