package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.AdmissionregistrationV1.AuditAnnotation;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1.Validation;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Admission policies in an expression language, and what binds them. */
public final class AdmissionPolicies {
  private AdmissionPolicies() {}

  public static Strategy policy() {
    return new Policy();
  }

  public static Strategy binding() {
    return new Binding();
  }

  private static final class Policy extends SpecAndStatus {
    Policy() {
      super("admissionregistration/v1.ValidatingAdmissionPolicy", true);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      PolicySpecs.applyDefaults(object);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      ValidatingAdmissionPolicySpec spec = ValidatingAdmissionPolicy.of(object).spec();
      PolicyExpressions expressions = PolicySpecs.validate(spec, match -> {}, errors);
      ViewList<Validation> validations = spec.validations();
      ViewList<AuditAnnotation> annotations = spec.auditAnnotations();
      if (validations.size() + annotations.size() == 0) {
        String atLeastOne = "validations or auditAnnotations must contain at least one item";
        errors.required(validations.at().path(), atLeastOne);
        errors.required(annotations.at().path(), atLeastOne);
      }
      validations.forEach(expressions::validateValidation);
      expressions.validateAnnotations(
          ValidatingAdmissionPolicy.of(object).metadata().name().text(), annotations);
    }

    @Override
    public void validateSubresourceUpdate(
        String subresource, ObjectNode object, ObjectNode old, Errors errors) {
      ValidatingAdmissionPolicy.of(object)
          .status()
          .typeChecking()
          .expressionWarnings()
          .forEach(
              warning ->
                  References.validateRequired(errors, warning.warning(), warning.fieldRef()));
    }
  }

  private static final class Binding extends CountedFields {
    Binding() {
      super(false, "spec");
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      PolicySpecs.applyBindingDefaults(object);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      ValidatingAdmissionPolicyBindingSpec spec =
          ValidatingAdmissionPolicyBinding.of(object).spec();
      PolicySpecs.validateBinding(spec, match -> {}, errors);
      actions(spec.validationActions(), errors);
    }

    private static void actions(At actions, Errors errors) {
      Set<String> seen = new HashSet<>();
      for (At action : actions.each()) {
        References.validateOneOf(action, List.of("Audit", "Deny", "Warn"), errors);
        if (!seen.add(action.text())) {
          errors.duplicate(action);
        }
      }
      if (seen.contains("Deny") && seen.contains("Warn")) {
        errors.invalid(
            actions,
            "must not contain both Deny and Warn (repeating the same validation failure information"
                + " in the API response and headers serves no purpose)");
      }
      if (seen.isEmpty()) {
        errors.required(actions.path(), "at least one validation action is required");
      }
    }
  }
}
