package dev.muster.access.auditlog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Hands on the requests of audit logs, in their order. Used by one thread. */
public final class AuditLogReader {
  /** The longest event that is read. */
  static final int LONGEST = 16 << 20;

  static final ObjectMapper JSON = new ObjectMapper();

  private final Consumer<AuditEntry> taker;
  private final LoggedEvents events = new LoggedEvents(this::event);

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
    return events.counts();
  }

  /**
   * Reads a log to its end.
   *
   * @param name for messages
   * @throws IOException if it cannot be read on; what was read is handed on
   */
  public void read(String name, InputStream log) throws IOException {
    events.read(name, log);
  }

  private void event(String place, byte[] text, int start) {
    LogCounts counts = events.counts();
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
