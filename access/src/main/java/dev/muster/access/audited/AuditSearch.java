package dev.muster.access.audited;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Looks for the events of one id in an audit log, an event of JSON a line. One line is in memory at
 * a time, no more than a bounded part of it.
 */
public final class AuditSearch {
  /** Longer lines are passed over; a server's own limits keep events far below it. */
  static final int LONGEST_LINE = 16 << 20;

  /** An id is the client's choice: many requests may carry the same. */
  static final int MOST_EVENTS = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String id;
  private final byte[] wanted;
  private final List<AuditedRequest> found = new ArrayList<>();
  private long lines;
  private long passedOver;
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

  /** Reads a log to its end. May be called for one after another. */
  public void read(InputStream log) throws IOException {
    byte[] line = new byte[64 << 10];
    byte[] block = new byte[64 << 10];
    int length = 0;
    boolean tooLong = false;
    for (int read = log.read(block); read >= 0; read = log.read(block)) {
      int from = 0;
      for (int at = 0; at < read; at++) {
        if (block[at] == '\n') {
          if (!tooLong) {
            line = add(line, length, block, from, at);
            length += at - from;
          }
          end(line, length, tooLong || length > LONGEST_LINE);
          length = 0;
          tooLong = false;
          from = at + 1;
        }
      }
      if (!tooLong) {
        line = add(line, length, block, from, read);
        length += read - from;
        tooLong = length > LONGEST_LINE;
      }
    }
    if (length > 0 || tooLong) {
      end(line, length, tooLong);
    }
  }

  private static byte[] add(byte[] line, int length, byte[] block, int from, int to) {
    int needed = length + to - from;
    byte[] room =
        needed <= line.length ? line : Arrays.copyOf(line, Math.max(needed, 2 * line.length));
    System.arraycopy(block, from, room, length, to - from);
    return room;
  }

  private void end(byte[] line, int length, boolean tooLong) {
    lines++;
    if (tooLong) {
      passedOver++;
    } else if (contains(line, length)) {
      event(line, length);
    }
  }

  /** Whether a line is worth being read at all. */
  private boolean contains(byte[] line, int length) {
    if (wanted.length == 0) {
      return true;
    }
    for (int at = 0; at <= length - wanted.length; at++) {
      if (line[at] == wanted[0]
          && Arrays.equals(line, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private void event(byte[] line, int length) {
    JsonNode event;
    try {
      event = JSON.readTree(line, 0, length);
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

  /** How many lines there were. */
  public long lines() {
    return lines;
  }

  /** How many of them were too long to be looked at. */
  public long passedOver() {
    return passedOver;
  }
}
