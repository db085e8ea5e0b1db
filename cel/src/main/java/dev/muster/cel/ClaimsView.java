package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Iterators;
import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims as values of expressions, without copying. All numbers are doubles, as Go reads JSON whose
 * types it does not know, and members are found by their {@link ClaimName}, too.
 */
final class ClaimsView {
  private ClaimsView() {}

  static Map<String, Object> of(ObjectNode claims) {
    return new Members(claims);
  }

  private static Object value(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> new Members((ObjectNode) node);
      case ARRAY -> new Elements((ArrayNode) node);
      case STRING -> node.textValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> node.doubleValue();
      case NULL, MISSING -> NullValue.NULL_VALUE;
      case BINARY, POJO -> throw new IllegalArgumentException("not JSON: " + node);
    };
  }

  private static final class Elements extends AbstractList<Object> implements RandomAccess {
    private final ArrayNode array;

    Elements(ArrayNode array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return value(array.get(index));
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

    private @Nullable JsonNode find(@Nullable Object key) {
      return key instanceof String name ? object.get(EscapedName.original(name)) : null;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      JsonNode found = find(key);
      return found == null ? null : value(found);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return find(key) != null;
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
          return Iterators.transform(
              object.properties().iterator(),
              member -> Map.entry(member.getKey(), value(member.getValue())));
        }

        @Override
        public int size() {
          return object.size();
        }
      };
    }
  }
}
