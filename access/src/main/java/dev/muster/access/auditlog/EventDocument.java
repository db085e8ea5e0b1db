package dev.muster.access.auditlog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One JSON document with a list of events: what {@code aws logs filter-log-events} and {@code
 * get-log-events} print, where each event is the text of a message, or an EventList.
 */
final class EventDocument {
  private static final Pattern FIRST = Pattern.compile("\\{\\s*+\"([A-Za-z]{1,40})\"\\s*+:");
  private static final Pattern LIST = Pattern.compile("\\{\\s*+\"kind\"\\s*+:\\s*+\"EventList\"");
  private static final Set<String> FIELDS =
      Set.of(
          "events",
          "items",
          "nextToken",
          "nextForwardToken",
          "nextBackwardToken",
          "searchedLogStreams");

  private final String name;
  private final LoggedEvents.Taker taker;

  EventDocument(String name, LoggedEvents.Taker taker) {
    this.name = name;
    this.taker = taker;
  }

  /** Whether a stream begins like such a document; it is left as it was. */
  static boolean begins(InputStream in, int head) throws IOException {
    in.mark(head);
    String text = new String(in.readNBytes(head / 2), StandardCharsets.UTF_8).strip();
    in.reset();
    Matcher first = FIRST.matcher(text);
    return LIST.matcher(text).lookingAt() || (first.lookingAt() && FIELDS.contains(first.group(1)));
  }

  /** Reads it to its end, or to where it is broken. */
  void read(InputStream in, LogCounts counts) throws IOException {
    Allowance bytes = new Allowance(in);
    try (JsonParser parser = AuditLogReader.JSON.createParser(bytes)) {
      JsonToken unused = parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean list = Set.of("events", "items").contains(parser.currentName());
        if (parser.nextToken() == JsonToken.START_ARRAY && list) {
          list(parser, bytes, counts);
        } else {
          bytes.renew();
          parser.skipChildren();
        }
      }
      if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
        counts.broken(name, "not one whole document");
      }
    } catch (JsonProcessingException e) {
      counts.broken(
          name + ":" + e.getLocation().getLineNr(), e.getOriginalMessage() + ", and all after it");
    } catch (Allowance.SpentException e) {
      counts.broken(name, e.getMessage() + ", and all after it");
    }
  }

  private void list(JsonParser parser, Allowance bytes, LogCounts counts) throws IOException {
    for (int i = 0; ; i++) {
      bytes.renew();
      JsonToken token = parser.nextToken();
      if (token == null || token == JsonToken.END_ARRAY) {
        return;
      }
      String place = name + ": events[" + i + "]";
      JsonNode event = parser.readValueAsTree();
      JsonNode message = event.path("message");
      byte[] text =
          message.isTextual()
              ? message.asText().getBytes(StandardCharsets.UTF_8)
              : AuditLogReader.JSON.writeValueAsBytes(event);
      if (text.length == 0 || text[0] != '{') {
        counts.other(place);
      } else {
        taker.take(place, text, 0);
      }
    }
  }
}
