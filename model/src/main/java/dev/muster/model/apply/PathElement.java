package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One step from a value to a part of it: a field or map key by name, an element of a list by its
 * keys, by its value, or by its index. Ordered as Kubernetes orders them.
 */
final class PathElement implements Comparable<PathElement> {

  /** In the order in which different kinds of steps are sorted. */
  enum Kind {
    FIELD,
    KEY,
    VALUE,
    INDEX
  }

  /** The names that types declare; they occur in every set, so they are shared. */
  private static final Map<String, PathElement> DECLARED = new ConcurrentHashMap<>();

  private final Kind kind;

  /**
   * The wire form, e.g. {@code f:spec} or {@code k:{"name":"a"}}. Elements of lists are compared
   * far more often than they are written, so theirs is made when it is asked for.
   */
  private @Nullable String text;

  private final List<String> names;
  private final List<JsonNode> values;

  private PathElement(Kind kind, @Nullable String text, List<String> names, List<JsonNode> values) {
    this.kind = kind;
    this.text = text;
    this.names = names;
    this.values = values;
  }

  static PathElement field(String name) {
    return ofField("f:" + name);
  }

  private static PathElement ofField(String text) {
    PathElement declared = DECLARED.get(text);
    return declared != null ? declared : new PathElement(Kind.FIELD, text, List.of(), List.of());
  }

  /** As {@link #field}, for names that come from a type: only those are kept. */
  static PathElement declared(String name) {
    return DECLARED.computeIfAbsent("f:" + name, PathElement::ofUnsharedField);
  }

  private static PathElement ofUnsharedField(String text) {
    return new PathElement(Kind.FIELD, text, List.of(), List.of());
  }

  /** An element of a list, by the values of its key fields; the names are in order. */
  static PathElement key(List<String> names, List<JsonNode> values) {
    return new PathElement(Kind.KEY, null, names, values);
  }

  static PathElement value(JsonNode value) {
    return new PathElement(Kind.VALUE, null, List.of(), List.of(value));
  }

  static PathElement index(long index) {
    JsonNode at = LongNode.valueOf(index);
    return new PathElement(Kind.INDEX, "i:" + index, List.of(), List.of(at));
  }

  /**
   * Reads the wire form.
   *
   * @return null for a kind of step that is not known
   * @throws IllegalArgumentException when it is malformed
   */
  static @Nullable PathElement parse(String text) {
    if (text.length() < 2 || text.charAt(1) != ':') {
      throw new IllegalArgumentException("missing colon: " + text);
    }
    return switch (text.charAt(0)) {
      case 'f' -> ofField(text);
      case 'v' -> value(json(text));
      case 'k' -> {
        if (!(json(text) instanceof ObjectNode key)) {
          throw new IllegalArgumentException("not an object: " + text);
        }
        List<String> names = key.propertyStream().map(Map.Entry::getKey).sorted().toList();
        yield key(names, names.stream().map(name -> key.path(name)).toList());
      }
      case 'i' -> index(Long.parseLong(text.substring(2)));
      default -> null;
    };
  }

  private static JsonNode json(String text) {
    try {
      return Trees.parse(text.substring(2).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + text, e);
    }
  }

  Kind kind() {
    return kind;
  }

  /** The wire form. */
  String text() {
    String made = text;
    if (made == null) {
      made = written();
      text = made;
    }
    return made;
  }

  private String written() {
    StringBuilder out = new StringBuilder(kind == Kind.KEY ? "k:{" : "v:");
    for (int i = 0; i < values.size(); i++) {
      if (kind == Kind.KEY) {
        CompactJson.write(names.get(i), out.append(i > 0 ? "," : ""));
        out.append(':');
      }
      CompactJson.write(values.get(i), out);
    }
    return out.append(kind == Kind.KEY ? "}" : "").toString();
  }

  /** The name of a field step. */
  String name() {
    return text().substring(2);
  }

  @Override
  public int compareTo(PathElement other) {
    if (this == other) {
      return 0;
    }
    if (kind != other.kind) {
      return kind.compareTo(other.kind);
    }
    if (kind == Kind.FIELD) {
      return ValueOrder.texts(text(), other.text());
    }
    int shared = Math.min(values.size(), other.values.size());
    for (int i = 0; i < shared; i++) {
      int by = kind == Kind.KEY ? ValueOrder.texts(names.get(i), other.names.get(i)) : 0;
      by = by != 0 ? by : ValueOrder.compare(values.get(i), other.values.get(i));
      if (by != 0) {
        return by;
      }
    }
    return Integer.compare(values.size(), other.values.size());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathElement element && compareTo(element) == 0;
  }

  @Override
  public int hashCode() {
    // equal numbers may be spelled differently, so only the names of fields tell elements apart
    return kind == Kind.FIELD ? text().hashCode() : kind.hashCode();
  }

  /** As it stands in messages: {@code .spec}, {@code [name="a"]}, {@code [="x"]}, {@code [0]}. */
  @Override
  public String toString() {
    return switch (kind) {
      case FIELD -> "." + name();
      case INDEX -> "[" + name() + "]";
      case VALUE -> "[=" + ValueText.of(values.getFirst()) + "]";
      case KEY -> {
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < names.size(); i++) {
          out.append(i > 0 ? "," : "").append(names.get(i)).append('=');
          out.append(ValueText.of(values.get(i)));
        }
        yield out.append(']').toString();
      }
    };
  }
}
