package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.selector.LabelSelector;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An object on its way into a table. Paths are slash-separated; what is absent reads as empty. */
public record Shown(ObjectNode object, Instant now) {
  static final String NONE = "<none>";
  static final String UNSET = "<unset>";
  static final String UNKNOWN = "<unknown>";

  JsonNode at(String path) {
    return at(object, path);
  }

  static JsonNode at(JsonNode from, String path) {
    JsonNode node = from;
    int start = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
      node = node.path(path.substring(start, slash));
      start = slash + 1;
    }
    return node.path(path.substring(start));
  }

  boolean has(String path) {
    JsonNode node = at(path);
    return !node.isMissingNode() && !node.isNull();
  }

  String text(String path) {
    return text(at(path));
  }

  static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? "" : node.asText();
  }

  String text(String path, String otherwise) {
    return or(text(path), otherwise);
  }

  static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }

  long number(String path) {
    return at(path).asLong();
  }

  long size(String path) {
    return at(path).size();
  }

  String age() {
    return since("metadata/creationTimestamp");
  }

  /** How long ago, or that it is unknown. */
  String since(String path) {
    return ago(text(path));
  }

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

  /** The elements of a list as text, joined. */
  String joined(String path, String by, Function<JsonNode, String> each) {
    List<String> all = new ArrayList<>();
    at(path).forEach(e -> all.add(each.apply(e)));
    return String.join(by, all);
  }

  String joined(String path) {
    return joined(path, ",", Shown::text);
  }

  /** Labels as {@code a=b,c=d}. */
  String labels(String path) {
    TreeMap<String, String> sorted = new TreeMap<>();
    at(path).properties().forEach(e -> sorted.put(e.getKey(), text(e.getValue())));
    return sorted.isEmpty()
        ? NONE
        : sorted.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(","));
  }

  /** A label selector as text; empty for one that is absent or empty. */
  String selector(String path) {
    try {
      return LabelSelector.of(at(path)).toString();
    } catch (IllegalArgumentException e) {
      return "<error>";
    }
  }

  boolean deleted() {
    return has("metadata/deletionTimestamp");
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
