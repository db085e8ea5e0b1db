package dev.muster.access.audited;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.access.auditlog.LoggedEvents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Looks for the events of one id in audit logs. One event is in memory at a time. */
public final class AuditSearch {
  /** An id is the client's choice: many requests may carry the same. */
  static final int MOST_EVENTS = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String id;
  private final byte[] wanted;
  private final List<AuditedRequest> found = new ArrayList<>();
  private final LoggedEvents events = new LoggedEvents((place, text, start) -> take(text, start));
  private long entries;
  private long more;

  /** For an id, of which there is at least a letter. */
  public AuditSearch(String id) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an audit id is not empty");
    }
    this.id = id;
    // as it would stand in JSON: what has to be escaped is compared once it is read
    this.wanted =
        id.chars().allMatch(c -> c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '/')
            ? id.getBytes(StandardCharsets.US_ASCII)
            : new byte[0];
  }

  /**
   * Reads a log to its end, in any form that logs have. May be called for one after another.
   *
   * @param name for messages
   */
  public void read(String name, InputStream log) throws IOException {
    events.read(name, log);
  }

  private void take(byte[] text, int start) {
    entries++;
    if (contains(text, start)) {
      event(text, start);
    }
  }

  /** Whether an entry is worth being read at all. */
  private boolean contains(byte[] text, int start) {
    if (wanted.length == 0) {
      return true;
    }
    for (int at = start; at <= text.length - wanted.length; at++) {
      if (text[at] == wanted[0]
          && Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private void event(byte[] text, int start) {
    JsonNode event;
    try {
      event = JSON.readTree(text, start, text.length - start);
    } catch (JacksonException e) {
      return; // a line that was cut off, or none of a log
    } catch (IOException e) {
      throw new IllegalStateException(e); // bytes in memory do not fail
    }
    if (!event.path("auditID").asText().equals(id)) {
      return;
    }
    AuditedRequest request = AuditedRequest.of(event);
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).sameRequest(request)) {
        found.set(i, found.get(i).code() != 0 && request.code() == 0 ? found.get(i) : request);
        return;
      }
    }
    if (found.size() < MOST_EVENTS) {
      found.add(request);
    } else {
      more++;
    }
  }

  /** The requests with this id, each by the last event that has an answer; bounded. */
  public List<AuditedRequest> found() {
    return List.copyOf(found);
  }

  /** How many events of other requests with this id there are beyond those. */
  public long more() {
    return more;
  }

  /** How many entries there were, whether they could be read or not. */
  public long entries() {
    return entries + events.counts().broken() + events.counts().other();
  }

  /** A sentence about what could not be read. */
  public Optional<String> passedOver() {
    return events.counts().brokenSentence();
  }
}
