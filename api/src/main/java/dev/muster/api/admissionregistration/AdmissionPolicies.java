package dev.muster.api.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.CountedFields;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.LabelSelectors;
import dev.muster.api.meta.References;
import dev.muster.api.meta.SpecAndStatus;
import java.util.List;

/** Admission policies in an expression language, and what binds them. */
public final class AdmissionPolicies {
  private AdmissionPolicies() {}

  public static Strategy policy() {
    return new Policy();
  }

  public static Strategy binding() {
    return new Binding();
  }

  private static void defaults(ObjectNode match) {
    Defaults.text(match, "matchPolicy", "Equivalent");
    Defaults.struct(match, "namespaceSelector");
    Defaults.struct(match, "objectSelector");
    for (String rules : List.of("resourceRules", "excludeResourceRules")) {
      Defaults.each(match, rules).forEach(r -> Defaults.text(r, "scope", "*"));
    }
  }

  private static void match(At match, Errors errors) {
    References.validateOneOf(match.get("matchPolicy"), List.of("Equivalent", "Exact"), errors);
    LabelSelectors.validate(match.get("namespaceSelector"), errors);
    LabelSelectors.validate(match.get("objectSelector"), errors);
    for (String rules : List.of("resourceRules", "excludeResourceRules")) {
      match.get(rules).each().forEach(r -> MatchRules.validate(r, errors));
    }
  }

  private static final class Policy extends SpecAndStatus {
    Policy() {
      super("admissionregistration/v1.ValidatingAdmissionPolicy", true);
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      ObjectNode spec = object.withObject("spec");
      Defaults.text(spec, "failurePolicy", "Fail");
      if (spec.get("matchConstraints") instanceof ObjectNode match) {
        defaults(match);
      }
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      References.validateOneOf(spec.get("failurePolicy"), List.of("Fail", "Ignore"), errors);
      At kind = spec.get("paramKind");
      if (kind.present()) {
        References.validateRequired(kind, errors, "apiVersion", "kind");
      }
      At match = spec.get("matchConstraints");
      if (match.absent()) {
        errors.required(match.path(), "");
      } else {
        match(match, errors);
        if (match.get("resourceRules").size() == 0) {
          errors.required(match.path().child("resourceRules"), "");
        }
      }
      At validations = spec.get("validations");
      if (validations.size() + spec.get("auditAnnotations").size() == 0) {
        errors.required(
            validations.path(), "validations or auditAnnotations must contain at least one item");
      }
      validations.each().forEach(v -> expression(v, errors));
    }

    private static void expression(At validation, Errors errors) {
      if (validation.text("expression").isBlank()) {
        errors.required(validation.path().child("expression"), "expression is not specified");
      }
    }
  }

  private static final class Binding extends CountedFields {
    Binding() {
      super(false, "spec");
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      if (object.path("spec").get("matchResources") instanceof ObjectNode match) {
        defaults(match);
      }
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      At spec = At.root(object).get("spec");
      References.validateRequired(spec, errors, "policyName");
      At match = spec.get("matchResources");
      if (match.present()) {
        match(match, errors);
      }
      At actions = spec.get("validationActions");
      if (actions.size() == 0) {
        errors.required(actions.path(), "");
      }
      for (At action : actions.each()) {
        References.validateOneOf(action, List.of("Audit", "Deny", "Warn"), errors);
      }
      if (actions.texts().contains("Deny") && actions.texts().contains("Warn")) {
        errors.invalid(
            actions,
            "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)");
      }
    }
  }
}
