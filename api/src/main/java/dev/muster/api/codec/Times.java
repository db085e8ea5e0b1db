package dev.muster.api.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times on the wire: whole seconds, or exactly six decimals, always in UTC. */
public final class Times {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final String LAYOUT = "2006-01-02T15:04:05Z07:00";
  private static final String MICRO_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

  /** The parts of the layout in order, each with what the input must begin with there. */
  private static final String[][] STEPS = {
    {"2006", "\\d{4}"},
    {"-", "-"},
    {"01", "\\d{2}"},
    {"-", "-"},
    {"02", "\\d{2}"},
    {"T", "T"},
    {"15", "\\d{2}"},
    {":", ":"},
    {"04", "\\d{2}"},
    {":", ":"},
    {"05", "\\d{2}(?:[.,]\\d+)?"},
    {"Z07:00", "Z|[+-]\\d{2}:\\d{2}"}
  };

  private Times() {}

  public static String seconds(Instant at) {
    return SECONDS.format(at);
  }

  public static String micros(Instant at) {
    return MICROS.format(at);
  }

  static JsonNode time(String text) {
    return text.isEmpty() || text.equals("null")
        ? refuseEmpty(text, LAYOUT)
        : TextNode.valueOf(seconds(parse(text, LAYOUT)));
  }

  static JsonNode microTime(String text) {
    return TextNode.valueOf(micros(parse(text, MICRO_LAYOUT)));
  }

  private static JsonNode refuseEmpty(String text, String layout) {
    if (text.equals("null")) {
      return NullNode.getInstance();
    }
    throw fault(text, layout);
  }

  private static Instant parse(String text, String layout) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw fault(text, layout);
    }
  }

  private static DecodeException fault(String text, String layout) {
    String rest = text;
    for (String[] step : STEPS) {
      Matcher m = Pattern.compile(step[1]).matcher(rest);
      if (!m.lookingAt()) {
        return new DecodeException(
            "parsing time \"%s\" as \"%s\": cannot parse \"%s\" as \"%s\""
                .formatted(text, layout, rest, step[0]));
      }
      rest = rest.substring(m.end());
    }
    return new DecodeException(
        rest.isEmpty()
            ? "parsing time \"%s\": day out of range".formatted(text)
            : "parsing time \"%s\": extra text: \"%s\"".formatted(text, rest));
  }
}
