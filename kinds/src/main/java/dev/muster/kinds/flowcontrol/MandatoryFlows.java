package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import java.util.Optional;

/** The flows that every server has are what they are. */
final class MandatoryFlows {
  private MandatoryFlows() {}

  static void schema(String name, At spec, Errors errors) {
    Optional<JsonNode> fixed = spec("FlowSchema", name);
    if (fixed.isPresent() && !fixed.get().equals(spec.node())) {
      errors.invalid(
          spec.path(),
          InternalForm.of("flowcontrol.FlowSchemaSpec", spec.node()),
          "spec of '%s' must equal the fixed value".formatted(name));
    }
  }

  static void level(String name, At spec, Errors errors) {
    Optional<JsonNode> fixed = spec("PriorityLevelConfiguration", name);
    if (fixed.isEmpty()) {
      return;
    }
    boolean exempt = name.equals("exempt");
    ObjectNode given = spec.node().deepCopy();
    if (exempt) {
      given.set("exempt", fixed.get().get("exempt"));
    }
    if (!fixed.get().equals(given)) {
      errors.invalid(
          spec.path(),
          InternalForm.of("flowcontrol.PriorityLevelConfigurationSpec", spec.node()),
          exempt
              ? "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value"
              : "spec of '%s' must equal the fixed value".formatted(name));
    }
  }

  private static Optional<JsonNode> spec(String kind, String name) {
    return BuiltInFlows.mandatory(kind).stream()
        .filter(object -> object.path("metadata").path("name").asText().equals(name))
        .map(object -> object.path("spec"))
        .findFirst();
  }
}
