package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An object on its way into a table. */
public record Shown(ObjectNode object, Instant now) {
  static final String NONE = "<none>";
  static final String UNSET = "<unset>";
  static final String UNKNOWN = "<unknown>";

  /** The object by the names of its fields. */
  <V> V as(Function<JsonNode, V> view) {
    return view.apply(object);
  }

  ObjectMeta metadata() {
    return ObjectMeta.ofObject(object);
  }

  /** A value as text, whatever it is. */
  static String text(At value) {
    return value.present() ? value.node().asText() : "";
  }

  static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  String age() {
    return ago(metadata().creationTimestamp().text());
  }

  /** How long ago, or that it is unknown. */
  public String ago(String time) {
    return instant(time).map(t -> Ages.human(Duration.between(t, now))).orElse(UNKNOWN);
  }

  static Optional<Instant> instant(String time) {
    try {
      return time.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(time));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  static <V> String joined(List<V> list, Function<V, String> each) {
    return String.join(",", list.stream().map(each).toList());
  }

  static String joined(At texts) {
    return String.join(",", texts.texts());
  }

  /** Labels as {@code a=b,c=d}. */
  static String labels(At map) {
    return map.size() == 0
        ? NONE
        : map.entries().stream()
            .map(e -> e.getKey() + "=" + e.getValue().text())
            .collect(Collectors.joining(","));
  }

  /** A label selector as text; empty for one that is absent or empty. */
  static String selector(At selector) {
    try {
      return LabelSelector.of(selector.node()).toString();
    } catch (IllegalArgumentException e) {
      return "<error>";
    }
  }

  boolean deleted() {
    return metadata().deletionTimestamp().present();
  }

  /** The first few, and how many there are beyond them. */
  static String some(List<String> all, int most, String otherwise) {
    String first = String.join(",", all.subList(0, Math.min(most, all.size())));
    if (all.size() > most) {
      return first + " + " + (all.size() - most) + " more...";
    }
    return or(first, otherwise);
  }
}
