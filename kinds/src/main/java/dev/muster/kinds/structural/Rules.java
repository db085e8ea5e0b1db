package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The x-kubernetes-validations of a schema, compiled. */
public final class Rules {
  private Rules() {}

  public static Rules of(Structural schema) {
    return new Rules();
  }

  public void validate(ObjectNode object, @Nullable ObjectNode old, Errors errors) {}

  public void validateStatus(ObjectNode object, ObjectNode old, Errors errors) {}

  /** As {@link #validate} for any value, such as a default. */
  void validateValue(JsonNode value, Path at, Errors errors) {}

  public List<String> forgiven(ObjectNode object, ObjectNode old) {
    return List.of();
  }
}
