package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.muster.base.go.GoDuration;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON trees as values of the types that a schema declares: only what is read is converted. */
final class DeclaredView {
  private DeclaredView() {}

  static Object of(JsonNode node, DeclaredType type) {
    if (node.isNull() || node.isMissingNode()) {
      return NullValue.NULL_VALUE;
    }
    return switch (type.kind()) {
      case OBJECT -> node.isObject() ? new Fields(node, type) : JsonView.of(node);
      case MAP -> node.isObject() ? new Entries(node, element(type)) : JsonView.of(node);
      case LIST -> node.isArray() ? list(node, type) : JsonView.of(node);
      case DOUBLE -> node.isNumber() ? (Object) node.doubleValue() : JsonView.of(node);
      case INT -> node.isNumber() ? (Object) node.longValue() : JsonView.of(node);
      case BYTES, DURATION, DATE, TIMESTAMP -> text(node, type.kind());
      case BOOL, STRING, ANY -> JsonView.of(node);
    };
  }

  private static Object list(JsonNode node, DeclaredType type) {
    Elements elements = new Elements(node, element(type));
    return switch (type.listType()) {
      case ATOMIC -> elements;
      case SET -> new SetList(elements);
      case MAP -> new MapList(elements, type.mapKeys());
    };
  }

  private static DeclaredType element(DeclaredType type) {
    return Objects.requireNonNull(type.element());
  }

  private static Object text(JsonNode node, DeclaredType.Kind kind) {
    String text = node.asText();
    try {
      return switch (kind) {
        case BYTES -> CelByteString.of(Base64.getDecoder().decode(text));
        case DATE -> LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        case TIMESTAMP -> Instant.parse(text);
        case DURATION -> GoDuration.parse(text);
        default -> text;
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      return text; // its schema has a word about that
    }
  }

  private static final class Elements extends AbstractList<Object> implements RandomAccess {
    private final JsonNode list;
    private final DeclaredType element;

    Elements(JsonNode list, DeclaredType element) {
      this.list = list;
      this.element = element;
    }

    @Override
    public Object get(int index) {
      return of(list.get(index), element);
    }

    @Override
    public int size() {
      return list.size();
    }
  }

  private static final class Entries extends AbstractMap<String, Object> {
    private final JsonNode map;
    private final DeclaredType element;

    Entries(JsonNode map, DeclaredType element) {
      this.map = map;
      this.element = element;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      JsonNode found = key instanceof String name ? map.get(name) : null;
      return found == null ? null : of(found, element);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key instanceof String name && map.has(name);
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      Map<String, Object> all = new LinkedHashMap<>();
      map.properties().forEach(e -> all.put(e.getKey(), of(e.getValue(), element)));
      return all.entrySet();
    }
  }

  private static final class Fields extends AbstractMap<String, Object>
      implements Equality.Comparing {
    private final JsonNode object;
    private final DeclaredType type;

    Fields(JsonNode object, DeclaredType type) {
      this.object = object;
      this.type = type;
    }

    private @Nullable DeclaredType field(String name) {
      DeclaredType own = type.fields().get(name);
      return own == null ? type.fields().get("__" + name + "__") : own;
    }

    /** A field that is null is as good as none. */
    private @Nullable JsonNode found(String name) {
      JsonNode found = object.get(EscapedName.original(name));
      return found == null || found.isNull() ? null : found;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      if (!(key instanceof String name)) {
        return null;
      }
      DeclaredType field = field(name);
      JsonNode found = found(name);
      return field == null || found == null ? null : of(found, field);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key instanceof String name && field(name) != null && found(name) != null;
    }

    /** Also what the type does not know is compared. */
    @Override
    public boolean same(Object other) {
      return other instanceof Fields that
          ? object.size() == that.object.size() && unknown().equals(that.unknown()) && known(that)
          : other instanceof Map<?, ?> map && size() == map.size() && known(map);
    }

    private boolean known(Map<?, ?> other) {
      for (Map.Entry<String, Object> field : entrySet()) {
        Object theirs = other.get(field.getKey());
        if (theirs == null || !Equality.equal(field.getValue(), theirs)) {
          return false;
        }
      }
      return true;
    }

    private Map<String, JsonNode> unknown() {
      Map<String, JsonNode> all = new LinkedHashMap<>();
      object.properties().forEach(e -> all.put(e.getKey(), e.getValue()));
      type.fields().keySet().forEach(name -> all.remove(EscapedName.original(name)));
      return all;
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      Map<String, Object> all = new LinkedHashMap<>();
      type.fields()
          .forEach(
              (name, field) -> {
                JsonNode found = found(name);
                if (found != null) {
                  all.put(name, of(found, field));
                }
              });
      return all.entrySet();
    }
  }
}
