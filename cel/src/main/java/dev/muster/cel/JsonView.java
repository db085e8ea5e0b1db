package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON trees as values of expressions, without copying: only what is read is converted. */
final class JsonView {
  private JsonView() {}

  static Object of(@Nullable JsonNode node) {
    return switch (node) {
      case null -> NullValue.NULL_VALUE;
      case ObjectNode object -> new Members(object);
      case ArrayNode array -> new Elements(array);
      case JsonNode scalar -> scalar(scalar);
    };
  }

  private static Object scalar(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.textValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
      case NULL, MISSING -> NullValue.NULL_VALUE;
      case ARRAY, BINARY, OBJECT, POJO -> throw new IllegalArgumentException("not JSON: " + node);
    };
  }

  private static final class Elements extends AbstractList<Object> implements RandomAccess {
    private final ArrayNode array;

    Elements(ArrayNode array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return of(array.get(index));
    }

    @Override
    public int size() {
      return array.size();
    }
  }

  private static final class Members extends AbstractMap<String, Object> {
    private final ObjectNode object;

    Members(ObjectNode object) {
      this.object = object;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      JsonNode found = key instanceof String name ? object.get(name) : null;
      return found == null ? null : of(found);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key instanceof String name && object.has(name);
    }

    @Override
    public int size() {
      return object.size();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
          Iterator<Map.Entry<String, JsonNode>> all = object.properties().iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return all.hasNext();
            }

            @Override
            public Map.Entry<String, Object> next() {
              Map.Entry<String, JsonNode> next = all.next();
              return Map.entry(next.getKey(), of(next.getValue()));
            }
          };
        }

        @Override
        public int size() {
          return object.size();
        }
      };
    }
  }
}
