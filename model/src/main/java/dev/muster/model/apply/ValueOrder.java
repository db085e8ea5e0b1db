package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * An order over JSON values: numbers, texts, truth values, lists, maps, null; each among its own.
 */
final class ValueOrder {
  private ValueOrder() {}

  static int compare(JsonNode a, JsonNode b) {
    int rank = Integer.compare(rank(a), rank(b));
    if (rank != 0) {
      return rank;
    }
    return switch (a.getNodeType()) {
      case NUMBER ->
          a.isIntegralNumber() && b.isIntegralNumber()
              ? Long.compare(a.longValue(), b.longValue())
              : Double.compare(a.doubleValue(), b.doubleValue());
      case STRING -> texts(a.textValue(), b.textValue());
      case BOOLEAN -> Boolean.compare(a.booleanValue(), b.booleanValue());
      case ARRAY -> lists(a, b);
      case OBJECT -> maps(a, b);
      case NULL, MISSING, BINARY, POJO -> 0;
    };
  }

  /** By code point, as bytes of UTF-8 would sort. */
  static int texts(String a, String b) {
    int shared = Math.min(a.length(), b.length());
    for (int i = 0; i < shared; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean one = Character.isSurrogate(x);
        return one == Character.isSurrogate(y) ? Character.compare(x, y) : one ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static int rank(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> 0;
      case STRING -> 1;
      case BOOLEAN -> 2;
      case ARRAY -> 3;
      case OBJECT -> 4;
      case NULL, MISSING, BINARY, POJO -> 5;
    };
  }

  private static int lists(JsonNode a, JsonNode b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int by = compare(a.get(i), b.get(i));
      if (by != 0) {
        return by;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static int maps(JsonNode a, JsonNode b) {
    var left = sorted(a).entrySet().iterator();
    var right = sorted(b).entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      Map.Entry<String, JsonNode> x = left.next();
      Map.Entry<String, JsonNode> y = right.next();
      int by = texts(x.getKey(), y.getKey());
      by = by != 0 ? by : compare(x.getValue(), y.getValue());
      if (by != 0) {
        return by;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private static Map<String, JsonNode> sorted(JsonNode map) {
    Map<String, JsonNode> out = new TreeMap<>(ValueOrder::texts);
    map.properties().forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }
}
