package dev.muster.kinds.pods;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.field.FieldError;
import dev.muster.model.types.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Canonical trees from JSON with single quotes, and errors as the lines users see. */
public final class PodTrees {
  private PodTrees() {}

  public static ObjectNode read(String type, String json) {
    try (JsonParser in = Trees.FACTORY.createParser(json.replace('\'', '"'))) {
      return Decoder.decode(Schema.kubernetes().struct(type), in).object();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pod's spec with the given content. */
  public static ObjectNode spec(String json) {
    return read("core/v1.PodSpec", json);
  }

  public static List<String> lines(Errors errors) {
    return errors.list().stream().map(FieldError::toString).toList();
  }
}
