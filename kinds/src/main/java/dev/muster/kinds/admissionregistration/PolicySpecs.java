package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.AdmissionregistrationV1.MutableMatchResources;
import dev.muster.views.AdmissionregistrationV1.MutableValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.MutableValidatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1.ParamKind;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import java.util.List;
import java.util.function.Consumer;

/** What validating and mutating policies have in common, and so have their bindings. */
final class PolicySpecs {
  private PolicySpecs() {}

  static void applyDefaults(ObjectNode policy) {
    MutableValidatingAdmissionPolicySpec spec =
        MutableValidatingAdmissionPolicy.of(policy).spec().ensure();
    spec.failurePolicy().defaultTo("Fail");
    if (spec.matchConstraints().node() instanceof ObjectNode match) {
      MatchResources.applyDefaults(MutableMatchResources.of(match));
    }
  }

  static void applyBindingDefaults(ObjectNode binding) {
    if (ValidatingAdmissionPolicyBinding.of(binding).spec().matchResources().tree()
        instanceof ObjectNode match) {
      MatchResources.applyDefaults(MutableMatchResources.of(match));
    }
  }

  /**
   * The checks that come first.
   *
   * @param more what a kind of policy asks of its constraints besides
   * @return for the expressions that come next, with the variables that they may use
   */
  static PolicyExpressions validate(
      ValidatingAdmissionPolicySpec spec, Consumer<At> more, Errors errors) {
    References.validateOneOf(spec.failurePolicy(), List.of("Fail", "Ignore"), errors);
    ParamKind kind = spec.paramKind();
    if (kind.present()) {
      PolicyParams.validateKind(kind, errors);
    }
    AdmissionregistrationV1.MatchResources match = spec.matchConstraints();
    if (match.absent()) {
      errors.required(match.at().path(), "");
    } else {
      MatchResources.validate(match, errors);
      if (match.resourceRules().size() == 0) {
        errors.required(match.resourceRules().at().path(), "");
      }
      more.accept(match.at());
    }
    PolicyExpressions.validateConditions(spec.matchConditions(), kind.present(), errors);
    PolicyExpressions expressions = new PolicyExpressions(kind.present(), errors);
    spec.variables().forEach(expressions::validateVariable);
    return expressions;
  }

  /**
   * All that bindings have in common.
   *
   * @param more as for policies
   */
  static void validateBinding(
      ValidatingAdmissionPolicyBindingSpec spec, Consumer<At> more, Errors errors) {
    PolicyParams.validateBinding(spec, errors);
    AdmissionregistrationV1.MatchResources match = spec.matchResources();
    if (match.present()) {
      MatchResources.validate(match, errors);
      more.accept(match.at());
    }
  }
}
