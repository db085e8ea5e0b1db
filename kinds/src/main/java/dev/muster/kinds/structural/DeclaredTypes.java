package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cel.DeclaredType;
import dev.muster.cel.EscapedName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types of a schema's values, as its rules see them. */
public final class DeclaredTypes {
  private static final long MOST_BYTES = 3 << 20;
  private static final DeclaredType TEXT =
      DeclaredType.scalar(DeclaredType.Kind.STRING, MOST_BYTES - 2, 2);

  private DeclaredTypes() {}

  /**
   * @param resource whether values have a kind and metadata of their own
   * @return null if rules cannot see such values
   */
  public static @Nullable DeclaredType of(Structural schema, boolean resource) {
    if (schema.intOrString()) {
      return DeclaredType.scalar(DeclaredType.Kind.ANY, length(schema, MOST_BYTES - 2), 1);
    }
    return switch (schema.type()) {
      case "array" -> list(schema);
      case "object" -> schema.others() != null ? map(schema) : object(schema, resource);
      case "string" -> text(schema);
      case "boolean" -> DeclaredType.scalar(DeclaredType.Kind.BOOL, 0, 4);
      case "number" -> DeclaredType.scalar(DeclaredType.Kind.DOUBLE, 0, 1);
      case "integer" -> DeclaredType.scalar(DeclaredType.Kind.INT, 0, 1);
      default -> null;
    };
  }

  private static @Nullable DeclaredType list(Structural schema) {
    Structural items = schema.items();
    DeclaredType element = items == null ? null : of(items, items.embedded());
    if (element == null) {
      return null;
    }
    long most = limit(schema, "maxItems", (MOST_BYTES - 2) / (element.leastBytes() + 1));
    List<String> keys = new ArrayList<>();
    for (JsonNode key : schema.json().path("x-kubernetes-list-map-keys")) {
      keys.add(EscapedName.of(key.asText()).orElse(key.asText()));
    }
    DeclaredType.ListType type =
        switch (schema.json().path("x-kubernetes-list-type").asText()) {
          case "set" -> DeclaredType.ListType.SET;
          case "map" -> DeclaredType.ListType.MAP;
          default -> DeclaredType.ListType.ATOMIC;
        };
    return DeclaredType.list(element, most, type, keys);
  }

  private static @Nullable DeclaredType map(Structural schema) {
    Structural others = schema.others();
    DeclaredType element = others == null ? null : of(others, others.embedded());
    if (element == null) {
      return null;
    }
    long most = limit(schema, "maxProperties", (MOST_BYTES - 2) / (element.leastBytes() + 6));
    return DeclaredType.map(element, most);
  }

  private static DeclaredType object(Structural schema, boolean resource) {
    Map<String, DeclaredType> fields = new LinkedHashMap<>();
    Set<String> required = new HashSet<>();
    schema.json().path("required").forEach(name -> required.add(name.asText()));
    long least = 2;
    for (Map.Entry<String, Structural> e : schema.properties().entrySet()) {
      Structural property = e.getValue();
      DeclaredType type = of(property, property.embedded());
      if (type != null) {
        EscapedName.of(e.getKey()).ifPresent(name -> fields.put(name, type));
        if (required.contains(e.getKey()) && property.byDefault() == null) {
          int name = e.getKey().getBytes(StandardCharsets.UTF_8).length;
          least += name + type.leastBytes() + 4;
        }
      }
    }
    if (resource || schema.embedded()) {
      fields.put("kind", TEXT);
      fields.put("apiVersion", TEXT);
      fields.put("metadata", DeclaredType.object(Map.of("name", TEXT, "generateName", TEXT), 2));
    }
    return DeclaredType.object(fields, least);
  }

  private static DeclaredType text(Structural schema) {
    return switch (schema.json().path("format").asText()) {
      case "byte" ->
          DeclaredType.scalar(
              DeclaredType.Kind.BYTES, limit(schema, "maxLength", MOST_BYTES - 2), 2);
      case "duration" -> DeclaredType.scalar(DeclaredType.Kind.DURATION, 32, 3);
      case "date" -> DeclaredType.scalar(DeclaredType.Kind.DATE, 12, 12);
      case "date-time" -> DeclaredType.scalar(DeclaredType.Kind.TIMESTAMP, 32, 21);
      default -> {
        long longest = 0;
        for (JsonNode value : schema.json().path("enum")) {
          longest = Math.max(longest, value.asText().getBytes(StandardCharsets.UTF_8).length);
        }
        boolean chosen = !schema.json().path("enum").isEmpty();
        yield DeclaredType.scalar(
            DeclaredType.Kind.STRING, length(schema, chosen ? longest : MOST_BYTES - 2), 2);
      }
    };
  }

  private static long length(Structural schema, long otherwise) {
    JsonNode most = schema.json().path("maxLength");
    // characters have up to four bytes
    return most.isNumber() ? 4 * Math.clamp(most.asLong(), 0, MOST_BYTES) : otherwise;
  }

  private static long limit(Structural schema, String field, long otherwise) {
    JsonNode most = schema.json().path(field);
    return most.isNumber() ? Math.max(0, most.asLong()) : otherwise;
  }
}
