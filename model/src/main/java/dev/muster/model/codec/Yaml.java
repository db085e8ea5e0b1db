package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * YAML as Kubernetes reads and writes it: the first document of a stream, scalars by YAML 1.1's
 * rules, map keys sorted. Bounded in depth, size and the growth that aliases cause.
 */
public final class Yaml {
  /** The deepest nesting that is read. */
  static final int MAX_DEPTH = 1_000;

  /** The most values that a document may have, its aliases not counted. */
  static final int MAX_VALUES = 2_000_000;

  /** The most bytes, of keys and values, that all aliases of a document may stand for. */
  static final int MAX_EXPANDED = 3 * 1024 * 1024;

  private Yaml() {}

  /**
   * A document as JSON.
   *
   * @param duplicates the complaints about keys that a map has twice; the last value has won
   */
  public record Document(JsonNode tree, List<String> duplicates) {}

  /** The JSON that the bytes stand for; a key that is there twice has its last value. */
  public static JsonNode toTree(byte[] yaml) {
    return read(yaml).tree();
  }

  /**
   * Reads the first document.
   *
   * @throws DecodeException what is wrong, and on which line
   */
  public static Document read(byte[] yaml) {
    return new YamlComposer().compose(yaml);
  }

  /** Writes a tree in block style, keys in their natural order. */
  public static byte[] fromTree(JsonNode tree) {
    return YamlPrinter.print(tree).getBytes(StandardCharsets.UTF_8);
  }
}
