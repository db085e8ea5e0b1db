package dev.muster.model.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value in an object and where it stands, so that whoever finds fault with it can say where: the
 * path is written when it is asked for. Reading never fails: what is absent reads as empty text,
 * zero, false or no elements, as it does for the real server's structs.
 */
public final class At implements FieldPlace {
  private final JsonNode node;
  private final FieldPlace around;

  /** The way here from what is around; empty when that is this place itself. */
  private final String step;

  /** A value that is said to stand at a path, wherever it was found. */
  public At(JsonNode node, Path path) {
    this(node, path, "");
  }

  private At(JsonNode node, FieldPlace around, String step) {
    this.node = node;
    this.around = around;
    this.step = step;
  }

  /** An object itself. */
  public static At root(JsonNode object) {
    return new At(object, Path.root());
  }

  /** The value; missing if it is absent. */
  public JsonNode node() {
    return node;
  }

  @Override
  public Path path() {
    return step.isEmpty() ? around.path() : around.path().step(step);
  }

  /** A field, which may be absent. */
  public At get(String field) {
    JsonNode found = node.get(field);
    return new At(found == null ? MissingNode.getInstance() : found, this, field);
  }

  /** An element of the list that is here. */
  public At element(int index) {
    return new At(node.get(index), this, Path.inBrackets(index));
  }

  /** Follows several fields. */
  public At get(String first, String... more) {
    At at = get(first);
    for (String field : more) {
      at = at.get(field);
    }
    return at;
  }

  /** True unless the value is absent or null. */
  public boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** The opposite of {@link #present}. */
  public boolean absent() {
    return !present();
  }

  /** True when absent, null, an empty list, map or text. */
  public boolean empty() {
    return absent()
        || (node.isContainerNode()
            ? node.isEmpty()
            : node.isTextual() && node.textValue().isEmpty());
  }

  /** Whether a field is present. */
  public boolean has(String field) {
    return get(field).present();
  }

  /** The text, empty if it is none. */
  public String text() {
    return node.isTextual() ? node.textValue() : "";
  }

  /** The text, or another if it is none. */
  public String textOr(String otherwise) {
    return node.isTextual() ? node.textValue() : otherwise;
  }

  /** The text of a field, empty if it is none. */
  public String text(String field) {
    return get(field).text();
  }

  /** The number, zero if it is none. */
  public long number() {
    return node.isNumber() ? node.longValue() : 0;
  }

  /** The number, or another if it is none. */
  public long numberOr(long otherwise) {
    return node.isNumber() ? node.longValue() : otherwise;
  }

  /** Whether it is true. */
  public boolean truth() {
    return node.isBoolean() && node.booleanValue();
  }

  /** Whether it is true, empty if it says neither. */
  public Optional<Boolean> optionalTruth() {
    return node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty();
  }

  /** How many elements or entries it has. */
  public int size() {
    return node.isContainerNode() ? node.size() : 0;
  }

  /** The elements of a list, each with its index in the path. */
  public List<At> each() {
    if (!node.isArray()) {
      return List.of();
    }
    List<At> out = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      Deadline.check();
      out.add(element(i));
    }
    return out;
  }

  /** The entries of a map in key order, each with its key in brackets in the path. */
  public List<Map.Entry<String, At>> entries() {
    List<Map.Entry<String, At>> out = new ArrayList<>(size());
    if (node.isObject()) {
      node.properties().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(e -> out.add(Map.entry(e.getKey(), entry(e.getKey(), e.getValue()))));
    }
    return out;
  }

  private At entry(String key, JsonNode value) {
    return new At(value, this, "[" + key + "]");
  }

  /** The texts of a list of strings. */
  public List<String> texts() {
    List<String> out = new ArrayList<>(size());
    if (node.isArray()) {
      node.forEach(n -> out.add(n.asText()));
    }
    return out;
  }

  /** The entries of a map of strings, in their order. */
  public Map<String, String> textMap() {
    Map<String, String> out = new LinkedHashMap<>();
    if (node.isObject()) {
      node.properties().forEach(e -> out.put(e.getKey(), e.getValue().asText()));
    }
    return out;
  }

  /** Whether it is the same value at the same place. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof At at
        && node.equals(at.node)
        && path().toString().equals(at.path().toString());
  }

  @Override
  public int hashCode() {
    return node.hashCode();
  }

  @Override
  public String toString() {
    return path() + ": " + node;
  }
}
