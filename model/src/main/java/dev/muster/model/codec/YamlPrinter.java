package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/** Writes one tree as a document in block style. */
final class YamlPrinter {
  private static final DumpSettings SETTINGS =
      DumpSettings.builder().setWidth(80).setIndent(2).setIndicatorIndent(0).build();
  private static final ImplicitTuple UNTAGGED = new ImplicitTuple(true, true);
  private static final Comparator<String> NATURAL = YamlPrinter::compareKeys;

  private final Emitter emitter;

  private YamlPrinter(Emitter emitter) {
    this.emitter = emitter;
  }

  static String print(JsonNode tree) {
    StringBuilder out = new StringBuilder();
    Emitter emitter =
        new Emitter(
            SETTINGS,
            new StreamDataWriter() {
              @Override
              public void write(String text) {
                out.append(text);
              }

              @Override
              public void write(String text, int from, int length) {
                out.append(text, from, from + length);
              }
            });
    emitter.emit(new StreamStartEvent());
    emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
    new YamlPrinter(emitter).node(tree);
    emitter.emit(new DocumentEndEvent(false));
    emitter.emit(new StreamEndEvent());
    return out.toString();
  }

  private void node(JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        emitter.emit(
            new MappingStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
        Map<String, JsonNode> sorted = new TreeMap<>(NATURAL);
        node.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        sorted.forEach(
            (key, value) -> {
              text(key);
              node(value);
            });
        emitter.emit(new MappingEndEvent());
      }
      case ARRAY -> {
        emitter.emit(
            new SequenceStartEvent(Optional.empty(), Optional.empty(), true, FlowStyle.BLOCK));
        node.forEach(this::node);
        emitter.emit(new SequenceEndEvent());
      }
      case STRING -> text(node.textValue());
      case NULL, MISSING -> scalar("null", ScalarStyle.PLAIN);
      case BOOLEAN, NUMBER, BINARY, POJO -> scalar(node.asText(), ScalarStyle.PLAIN);
    }
  }

  private void text(String text) {
    scalar(text, style(text));
  }

  private static ScalarStyle style(String text) {
    if (text.chars().anyMatch(YamlPrinter::oddBreak)) {
      return ScalarStyle.DOUBLE_QUOTED;
    }
    if (text.indexOf('\n') >= 0) {
      return ScalarStyle.LITERAL;
    }
    return YamlScalars.isPlainText(text) ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED;
  }

  /** Characters that some reader or other takes for a line break. */
  private static boolean oddBreak(int c) {
    return c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029 || c == 0xfeff;
  }

  private void scalar(String text, ScalarStyle style) {
    emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), UNTAGGED, text, style));
  }

  /** Letters after everything else, runs of digits by their value. */
  private static int compareKeys(String a, String b) {
    for (int i = 0; i < a.length() && i < b.length(); i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x == y) {
        continue;
      }
      if (Character.isLetter(x) != Character.isLetter(y)) {
        return Character.isLetter(x) ? 1 : -1;
      }
      int byNumber = Character.isLetter(x) ? 0 : compareNumbers(a, b, i);
      return byNumber != 0 ? byNumber : Character.compare(x, y);
    }
    return Integer.compare(a.length(), b.length());
  }

  private static int compareNumbers(String a, String b, int at) {
    int start = at;
    while (start > 0 && Character.isDigit(a.charAt(start - 1))) {
      start--;
    }
    String x = digits(a, start);
    String y = digits(b, start);
    if (x.isEmpty() || y.isEmpty()) {
      return 0;
    }
    String bareX = x.replaceFirst("^0+", "");
    String bareY = y.replaceFirst("^0+", "");
    int byLength = Integer.compare(bareX.length(), bareY.length());
    int byValue = byLength != 0 ? byLength : bareX.compareTo(bareY);
    return byValue != 0 ? byValue : Integer.compare(x.length(), y.length());
  }

  private static String digits(String text, int from) {
    int end = from;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(from, end);
  }
}
