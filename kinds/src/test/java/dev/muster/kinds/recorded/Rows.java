package dev.muster.kinds.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Trees;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a real kube-apiserver 1.35.8 answered, one JSON row a line. */
public final class Rows {
  private Rows() {}

  /**
   * @param beside the test that the file belongs to
   */
  public static List<JsonNode> of(Class<?> beside, String file) {
    return of(beside, file, UnaryOperator.identity());
  }

  /** With each line's placeholders filled in. */
  public static List<JsonNode> of(Class<?> beside, String file, UnaryOperator<String> fill) {
    return ResourceLines.of(beside, file).stream().map(fill).map(Rows::tree).toList();
  }

  /** From JSON with single quotes. */
  public static JsonNode json(String text) {
    return tree(text.replace('\'', '"'));
  }

  private static JsonNode tree(String json) {
    try {
      return Trees.parse(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
