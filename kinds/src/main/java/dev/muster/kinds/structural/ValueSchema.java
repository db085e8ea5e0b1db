package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.model.field.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a value must be, compiled once: its type, its bounds, and those of its parts. */
public final class ValueSchema {
  private final ValueType type;
  private final @Nullable Junctions junctions;
  private final @Nullable TextRules texts;
  private final @Nullable NumberRules numbers;
  private final JsonNode json;
  private final List<JsonNode> allowed = new ArrayList<>();
  private final Map<String, ValueSchema> properties = new TreeMap<>();
  private final @Nullable ValueSchema others;
  private final @Nullable ValueSchema items;
  private final List<String> required = new ArrayList<>();
  private final Correlation.Keys keys;

  /**
   * @throws IllegalArgumentException if a pattern is none
   */
  public ValueSchema(JsonNode schema) {
    Deadline.check();
    this.json = schema;
    this.type = ValueType.of(schema);
    this.junctions = Junctions.of(schema);
    this.texts = TextRules.of(schema);
    this.numbers = NumberRules.of(schema);
    this.keys = Correlation.Keys.of(schema);
    schema.path("enum").forEach(allowed::add);
    schema.path("required").forEach(name -> required.add(name.asText()));
    for (Map.Entry<String, JsonNode> e : schema.path("properties").properties()) {
      properties.put(e.getKey(), new ValueSchema(e.getValue()));
    }
    JsonNode additional = schema.path("additionalProperties");
    this.others = additional.isObject() ? new ValueSchema(additional) : null;
    this.items = schema.path("items").isObject() ? new ValueSchema(schema.path("items")) : null;
  }

  /** A value that nothing is known of before. */
  Verdict check(JsonNode value, ValuePlace at) {
    return check(value, at, Correlation.NONE);
  }

  /**
   * @param before what the value was, where that is known: what did not change may stay wrong
   */
  Verdict check(JsonNode value, ValuePlace at, Correlation before) {
    Deadline.check();
    Verdict verdict = new Verdict();
    type.check(value, at, verdict);
    if (value.isNull()) {
      checkAllowed(value, at, verdict);
    } else {
      if (junctions != null) {
        verdict.merge(junctions.check(value, at));
      }
      if (texts != null && value.isTextual()) {
        texts.check(value.textValue(), at, verdict);
      }
      if (numbers != null && value.isNumber()) {
        numbers.check(value, at, verdict);
      }
      if (value.isArray()) {
        list(value, at, before, verdict);
      }
      checkAllowed(value, at, verdict);
      if (value.isObject()) {
        object(value, at, before, verdict);
      }
      verdict.pass();
    }
    return verdict.valid() || !before.unchanged(value) ? verdict : verdict.forgiven();
  }

  /** As {@link #check} for one field, taken for the whole. */
  Verdict checkField(String name, JsonNode value, Correlation before) {
    ValueSchema schema = properties.get(name);
    return schema == null ? new Verdict() : schema.check(value, ValuePlace.ROOT, before);
  }

  private void checkAllowed(JsonNode value, ValuePlace at, Verdict verdict) {
    if (!allowed.isEmpty() && allowed.stream().noneMatch(one -> Values.same(one, value))) {
      List<String> known =
          allowed.stream().map(v -> v.isTextual() ? v.textValue() : InvalidValue.json(v)).toList();
      verdict.add(
          new ValueFault(
              ValueFault.Kind.NOT_SUPPORTED, at.toString(), InvalidValue.of(value), "", 0, known));
    }
  }

  private void list(JsonNode value, ValuePlace at, Correlation before, Verdict verdict) {
    if (items != null) {
      Correlation.Elements olds = before.elements(keys);
      for (int i = 0; i < value.size(); i++) {
        JsonNode element = value.get(i);
        verdict.merge(items.check(element, at.index(i), olds.of(element)));
      }
    }
    long size = value.size();
    if (json.hasNonNull("minItems") && size < json.get("minItems").asLong()) {
      verdict.add(
          ValueFault.invalid(
              at.toString(),
              Long.toString(size),
              at + " in body should have at least " + json.get("minItems").asLong() + " items"));
    }
    if (json.hasNonNull("maxItems") && size > json.get("maxItems").asLong()) {
      verdict.add(
          ValueFault.limit(
              ValueFault.Kind.TOO_MANY, at.toString(), size, json.get("maxItems").asLong()));
    }
  }

  private void object(JsonNode value, ValuePlace at, Correlation before, Verdict verdict) {
    long size = value.size();
    if (json.hasNonNull("minProperties") && size < json.get("minProperties").asLong()) {
      verdict.add(
          ValueFault.invalid(
              at.toString(),
              Long.toString(size),
              at
                  + " in body should have at least "
                  + json.get("minProperties").asLong()
                  + " properties"));
    }
    if (json.hasNonNull("maxProperties") && size > json.get("maxProperties").asLong()) {
      verdict.add(
          ValueFault.limit(
              ValueFault.Kind.TOO_MANY, at.toString(), size, json.get("maxProperties").asLong()));
    }
    if (others != null) {
      for (Map.Entry<String, JsonNode> e : sorted(value)) {
        if (!properties.containsKey(e.getKey())) {
          verdict.merge(others.check(e.getValue(), at.key(e.getKey()), before.field(e.getKey())));
        }
      }
    }
    for (Map.Entry<String, ValueSchema> e : properties.entrySet()) {
      JsonNode part = value.get(e.getKey());
      if (part != null) {
        verdict.merge(e.getValue().check(part, at.field(e.getKey()), before.field(e.getKey())));
      }
    }
    for (String name : required) {
      if (!value.has(name)) {
        verdict.add(
            new ValueFault(
                ValueFault.Kind.REQUIRED, at.key(name).toString(), "", "", 0, List.of()));
      }
    }
  }

  private static List<Map.Entry<String, JsonNode>> sorted(JsonNode object) {
    return object.properties().stream().sorted(Map.Entry.comparingByKey()).toList();
  }

  static String quoted(String text) {
    return GoText.quote(text);
  }
}
