package dev.muster.kinds.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a real kube-apiserver 1.35.8 answered, one JSON row a line. */
final class Rows {
  private Rows() {}

  static List<JsonNode> of(String file) {
    try (InputStream in = Objects.requireNonNull(Rows.class.getResourceAsStream(file), file)) {
      List<JsonNode> rows = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        rows.add(Trees.parse(line.getBytes(StandardCharsets.UTF_8)));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String text) {
    try {
      return Trees.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
