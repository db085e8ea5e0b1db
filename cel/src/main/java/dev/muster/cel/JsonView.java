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

/** JSON trees as values of expressions, without copying: only what is read is converted. */
enum JsonView {
  /** Objects of the API: whole numbers are such, and members have their own names. */
  OBJECTS {
    @Override
    Object number(JsonNode node) {
      return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
    }

    @Override
    String member(String name) {
      return name;
    }
  },

  /**
   * Claims: all numbers are doubles, as Go reads JSON whose types it does not know, and members are
   * found by their {@link EscapedName}, too.
   */
  CLAIMS {
    @Override
    Object number(JsonNode node) {
      return node.doubleValue();
    }

    @Override
    String member(String name) {
      return EscapedName.original(name);
    }
  };

  abstract Object number(JsonNode node);

  /** The name in the tree of a member that an expression calls so. */
  abstract String member(String name);

  static Object of(@Nullable JsonNode node) {
    return OBJECTS.value(node);
  }

  static Object ofClaims(ObjectNode claims) {
    return CLAIMS.value(claims);
  }

  private Object value(@Nullable JsonNode node) {
    return switch (node) {
      case null -> NullValue.NULL_VALUE;
      case ObjectNode object -> new Members(this, object);
      case ArrayNode array -> new Elements(this, array);
      case JsonNode scalar -> scalar(scalar);
    };
  }

  private Object scalar(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.textValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node);
      case NULL, MISSING -> NullValue.NULL_VALUE;
      case ARRAY, BINARY, OBJECT, POJO -> throw new IllegalArgumentException("not JSON: " + node);
    };
  }

  private static final class Elements extends AbstractList<Object> implements RandomAccess {
    private final JsonView view;
    private final ArrayNode array;

    Elements(JsonView view, ArrayNode array) {
      this.view = view;
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return view.value(array.get(index));
    }

    @Override
    public int size() {
      return array.size();
    }
  }

  private static final class Members extends AbstractMap<String, Object> {
    private final JsonView view;
    private final ObjectNode object;

    Members(JsonView view, ObjectNode object) {
      this.view = view;
      this.object = object;
    }

    private @Nullable JsonNode find(@Nullable Object key) {
      return key instanceof String name ? object.get(view.member(name)) : null;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      JsonNode found = find(key);
      return found == null ? null : view.value(found);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return find(key) != null;
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
          return Iterators.transform(
              object.properties().iterator(),
              member -> Map.entry(member.getKey(), view.value(member.getValue())));
        }

        @Override
        public int size() {
          return object.size();
        }
      };
    }
  }
}
