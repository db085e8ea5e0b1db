package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** How many bytes a value has as JSON, or at least so many. */
public final class JsonSize {
  private final int most;
  private int size;

  private JsonSize(int most) {
    this.most = most;
  }

  /** The size; a larger value than {@code most} is not gone over to its end. */
  public static int upTo(JsonNode value, int most) {
    JsonSize counting = new JsonSize(most);
    counting.count(value);
    return Math.min(counting.size, most);
  }

  private void count(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        for (Map.Entry<String, JsonNode> e : value.properties()) {
          if (size >= most) {
            return;
          }
          add(text(e.getKey()) + 2L);
          count(e.getValue());
        }
        add(2);
      }
      case ARRAY -> {
        for (JsonNode element : value) {
          if (size >= most) {
            return;
          }
          add(1);
          count(element);
        }
        add(2);
      }
      case STRING -> add(text(value.textValue()));
      case NUMBER, BOOLEAN, NULL, MISSING, BINARY, POJO -> add(value.asText().length());
    }
  }

  /** In UTF-8, with quotes; what JSON escapes is counted as one byte. */
  private static long text(String text) {
    long bytes = 2L + text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }

  private void add(long bytes) {
    size = (int) Math.min(most, size + bytes);
  }
}
