package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.views.FlowcontrolV1.FlowSchemaSpec;
import dev.muster.views.FlowcontrolV1.MutablePriorityLevelConfigurationSpec;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfigurationSpec;
import java.util.Optional;

/** The flows that every server has are what they are. */
final class MandatoryFlows {
  private MandatoryFlows() {}

  static void schema(String name, FlowSchemaSpec spec, Errors errors) {
    Optional<JsonNode> fixed = spec("FlowSchema", name);
    if (fixed.isPresent() && !fixed.get().equals(spec.tree())) {
      errors.invalid(
          spec.at().path(),
          InternalForm.of("flowcontrol.FlowSchemaSpec", spec.tree()),
          "spec of '%s' must equal the fixed value".formatted(name));
    }
  }

  static void level(String name, PriorityLevelConfigurationSpec spec, Errors errors) {
    Optional<JsonNode> found = spec("PriorityLevelConfiguration", name);
    if (found.isEmpty()) {
      return;
    }
    PriorityLevelConfigurationSpec fixed = PriorityLevelConfigurationSpec.of(found.get());
    boolean exempt = name.equals("exempt");
    ObjectNode given = spec.tree().deepCopy();
    if (exempt) {
      MutablePriorityLevelConfigurationSpec.of(given).exempt().set(fixed.exempt().tree());
    }
    if (!fixed.tree().equals(given)) {
      errors.invalid(
          spec.at().path(),
          InternalForm.of("flowcontrol.PriorityLevelConfigurationSpec", spec.tree()),
          exempt
              ? "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value"
              : "spec of '%s' must equal the fixed value".formatted(name));
    }
  }

  private static Optional<JsonNode> spec(String kind, String name) {
    return BuiltInFlows.mandatory(kind).stream()
        .filter(
            object -> PriorityLevelConfiguration.of(object).metadata().name().text().equals(name))
        .map(object -> PriorityLevelConfiguration.of(object).spec().tree())
        .findFirst();
  }
}
