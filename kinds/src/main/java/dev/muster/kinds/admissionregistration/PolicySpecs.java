package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import java.util.function.Consumer;

/** What validating and mutating policies have in common, and so have their bindings. */
final class PolicySpecs {
  private PolicySpecs() {}

  static void applyDefaults(ObjectNode policy) {
    ObjectNode spec = policy.withObject("spec");
    Defaults.text(spec, "failurePolicy", "Fail");
    if (spec.get("matchConstraints") instanceof ObjectNode match) {
      MatchResources.applyDefaults(match);
    }
  }

  static void applyBindingDefaults(ObjectNode binding) {
    if (binding.path("spec").get("matchResources") instanceof ObjectNode match) {
      MatchResources.applyDefaults(match);
    }
  }

  /**
   * The checks that come first.
   *
   * @param more what a kind of policy asks of its constraints besides
   * @return for the expressions that come next, with the variables that they may use
   */
  static PolicyExpressions validate(At spec, Consumer<At> more, Errors errors) {
    References.validateOneOf(spec.get("failurePolicy"), List.of("Fail", "Ignore"), errors);
    At kind = spec.get("paramKind");
    if (kind.present()) {
      PolicyParams.validateKind(kind, errors);
    }
    At match = spec.get("matchConstraints");
    if (match.absent()) {
      errors.required(match.path(), "");
    } else {
      MatchResources.validate(match, errors);
      if (match.get("resourceRules").size() == 0) {
        errors.required(match.path().child("resourceRules"), "");
      }
      more.accept(match);
    }
    PolicyExpressions.validateConditions(spec.get("matchConditions"), kind.present(), errors);
    PolicyExpressions expressions = new PolicyExpressions(kind.present(), errors);
    spec.get("variables").each().forEach(expressions::validateVariable);
    return expressions;
  }

  /**
   * All that bindings have in common.
   *
   * @param more as for policies
   */
  static void validateBinding(At spec, Consumer<At> more, Errors errors) {
    PolicyParams.validateBinding(spec, errors);
    At match = spec.get("matchResources");
    if (match.present()) {
      MatchResources.validate(match, errors);
      more.accept(match);
    }
  }
}
