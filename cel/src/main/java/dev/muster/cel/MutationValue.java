package dev.muster.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the expression of a mutation came to, as JSON of a bounded size. */
public sealed interface MutationValue {

  /** What an {@code ApplyConfiguration} lays over the object. */
  record Configuration(ObjectNode fields) implements MutationValue {}

  /** The operations of a {@code JSONPatch}, in their order. */
  record Operations(ArrayNode operations) implements MutationValue {}

  /** Neither, and why. */
  record Unusable(String why) implements MutationValue {}

  /** Of an expression that was compiled for {@link ResultType#OBJECT}. */
  static MutationValue configuration(Evaluation.Value value) {
    if (!(value.value() instanceof Constructed made)) {
      return new Unusable("unsupported return type from ApplyConfiguration expression");
    }
    try {
      Optional<String> misplaced = ConstructedNames.faults(made);
      return misplaced.isPresent()
          ? new Unusable("type mismatch: " + misplaced.get())
          : new Configuration((ObjectNode) new JsonValues().of(made));
    } catch (FunctionFault e) {
      return new Unusable("invalid return type: " + e.getMessage());
    }
  }

  /** Of an expression that was compiled for {@link ResultType#JSON_PATCHES}. */
  static MutationValue operations(Evaluation.Value value) {
    if (!(value.value() instanceof Collection<?> list)) {
      return new Unusable("type mismatch: JSONPatchType.expression should evaluate to array");
    }
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    JsonValues json = new JsonValues();
    for (Object element : list) {
      if (!(element instanceof Constructed made) || !made.type().equals(PatchTypes.JSON_PATCH)) {
        return new Unusable(
            "type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");
      }
      try {
        Optional<String> misplaced = misplaced(made.get("value"));
        if (misplaced.isPresent()) {
          return new Unusable("type mismatch: " + misplaced.get());
        }
        out.add(operation((ObjectNode) json.of(made)));
      } catch (FunctionFault e) {
        return new Unusable(
            "JSONPath valueExpression evaluated to a type that could not marshal to JSON: "
                + e.getMessage());
      }
    }
    return new Operations(out);
  }

  private static Optional<String> misplaced(@Nullable Object value) {
    return value instanceof Constructed made ? ConstructedNames.faults(made) : Optional.empty();
  }

  /** What was left out is empty; an empty {@code from} counts as left out. */
  private static ObjectNode operation(ObjectNode made) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("op", made.path("op").asText()).put("path", made.path("path").asText());
    if (!made.path("from").asText().isEmpty()) {
      out.put("from", made.path("from").asText());
    }
    JsonNode value = made.get("value");
    if (value != null) {
      out.set("value", value);
    }
    return out;
  }
}
