package dev.muster.api.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.meta.SpecAndStatus;
import java.util.List;

/** How requests are told apart and how many may run at once. */
public final class FlowStrategies {
  private FlowStrategies() {}

  public static Strategy schema() {
    return new FlowSchema();
  }

  public static Strategy level() {
    return new PriorityLevel();
  }

  private static final class FlowSchema extends SpecAndStatus {
    FlowSchema() {
      super("flowcontrol/v1.FlowSchema", true);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      ObjectNode spec = object.withObject("spec");
      if (spec.path("matchingPrecedence").asLong() == 0) {
        spec.put("matchingPrecedence", 1000L);
      }
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      At precedence = spec.get("matchingPrecedence");
      if (precedence.number() <= 0) {
        errors.invalid(precedence, "must be a positive value");
      }
      if (precedence.number() > 10_000) {
        errors.invalid(precedence, "must not be greater than 10000");
      }
      At method = spec.get("distinguisherMethod", "type");
      References.validateOneOf(method, List.of("ByNamespace", "ByUser"), errors);
      References.validateRequired(spec.get("priorityLevelConfiguration"), errors, "name");
      for (At rule : spec.get("rules").each()) {
        if (rule.get("subjects").size() == 0) {
          errors.required(
              rule.path().child("subjects"), "subjects must contain at least one value");
        }
        if (rule.get("resourceRules").size() + rule.get("nonResourceRules").size() == 0) {
          errors.required(
              rule.path(),
              "at least one of resourceRules and nonResourceRules has to be non-empty");
        }
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      validate(object, errors);
    }
  }

  private static final class PriorityLevel extends SpecAndStatus {
    PriorityLevel() {
      super("flowcontrol/v1.PriorityLevelConfiguration", true);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      ObjectNode spec = object.withObject("spec");
      if (spec.path("type").asText().equals("Exempt")) {
        ObjectNode exempt = spec.withObject("exempt");
        Defaults.number(exempt, "nominalConcurrencyShares", 0);
        Defaults.number(exempt, "lendablePercent", 0);
      }
      if (spec.get("limited") instanceof ObjectNode limited) {
        Defaults.number(limited, "nominalConcurrencyShares", 30);
        Defaults.number(limited, "lendablePercent", 0);
        if (limited.path("limitResponse").get("queuing") instanceof ObjectNode queuing) {
          defaultIfZero(queuing, "queues", 64);
          defaultIfZero(queuing, "handSize", 8);
          defaultIfZero(queuing, "queueLengthLimit", 50);
        }
      }
    }

    private static void defaultIfZero(ObjectNode struct, String field, long value) {
      if (struct.path(field).asLong() == 0) {
        struct.put(field, value);
      }
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      At type = spec.get("type");
      switch (type.text()) {
        case "Exempt" -> {
          if (spec.has("limited")) {
            errors.forbidden(
                spec.path().child("limited"), "must be nil if the type is not Limited");
          }
        }
        case "Limited" -> {
          if (spec.has("exempt")) {
            errors.forbidden(spec.path().child("exempt"), "must be nil if the type is Limited");
          }
          if (!spec.has("limited")) {
            errors.required(spec.path().child("limited"), "must not be empty when type is Limited");
          }
        }
        default -> errors.unsupported(type, List.of("Exempt", "Limited"));
      }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      validate(object, errors);
    }
  }
}
