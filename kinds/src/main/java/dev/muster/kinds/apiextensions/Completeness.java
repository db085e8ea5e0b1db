package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of which a schema says what they may be must be fields that it has. */
final class Completeness {
  private Completeness() {}

  static void validate(At schema, Errors errors) {
    values(schema, schema.node(), schema.path(), errors);
  }

  private static void values(At values, @Nullable JsonNode there, Path at, Errors errors) {
    if (values.get("not").present()) {
      nested(values.get("not"), there, at, errors);
    }
    for (String several : List.of("allOf", "anyOf", "oneOf")) {
      values.get(several).each().forEach(one -> nested(one, there, at, errors));
    }
  }

  private static void nested(At values, @Nullable JsonNode there, Path at, Errors errors) {
    Deadline.check();
    if (there == null || there.isMissingNode()) {
      errors.required(at, "because it is defined in " + values.path());
      return;
    }
    values(values, there, at, errors);
    if (values.get("items").node().isObject()) {
      nested(values.get("items"), there.path("items"), at.child("items"), errors);
    }
    for (Map.Entry<String, At> e : values.get("properties").entries()) {
      Path place = at.child("properties").key(e.getKey());
      JsonNode property = there.path("properties").path(e.getKey());
      nested(e.getValue(), property, place, errors);
    }
  }
}
