package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.AdmissionregistrationV1.NamedRuleWithOperations;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBindingSpec;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1beta1.MutatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1beta1.MutatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1beta1.MutatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1beta1.Mutation;
import dev.muster.views.ViewList;
import java.util.List;

/** Policies that change what is written, and what binds them. */
public final class MutatingPolicies {
  /** There is nothing to change in a deletion. */
  private static final List<String> OPERATIONS = List.of("*", "CONNECT", "CREATE", "UPDATE");

  private MutatingPolicies() {}

  public static Strategy policy() {
    return new Policy();
  }

  public static Strategy binding() {
    return new Binding();
  }

  private static void validateOperations(
      AdmissionregistrationV1.MatchResources match, Errors errors) {
    for (NamedRuleWithOperations rule : match.resourceRules()) {
      for (At operation : rule.operations().each()) {
        if (!OPERATIONS.contains(operation.text())) {
          errors.unsupported(
              match.resourceRules().at().path().child("operations"),
              InvalidValue.of(operation.node()),
              OPERATIONS);
        }
      }
    }
  }

  private static final class Policy extends CountedFields {
    Policy() {
      super(false, "spec");
    }

    @Override
    public void applyDefaults(ObjectNode object) {
      PolicySpecs.applyDefaults(object);
    }

    @Override
    public void validate(ObjectNode object, Errors errors) {
      MutatingAdmissionPolicySpec spec = MutatingAdmissionPolicy.of(object).spec();
      PolicyExpressions expressions =
          PolicySpecs.validate(
              new ValidatingAdmissionPolicySpec(spec.at()),
              match ->
                  validateOperations(new AdmissionregistrationV1.MatchResources(match), errors),
              errors);
      ViewList<Mutation> mutations = spec.mutations();
      if (mutations.size() == 0) {
        errors.required(mutations.at().path(), "mutations must contain at least one item");
      }
      mutations.forEach(expressions::validateMutation);
      At again = spec.reinvocationPolicy();
      if (again.text().isEmpty()) {
        errors.required(spec.reinvocationPolicy().path(), "");
      } else {
        References.validateOneOf(again, List.of("IfNeeded", "Never"), errors);
      }
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
      PolicySpecs.validateBinding(
          new ValidatingAdmissionPolicyBindingSpec(
              MutatingAdmissionPolicyBinding.of(object).spec().at()),
          match -> validateOperations(new AdmissionregistrationV1.MatchResources(match), errors),
          errors);
    }
  }
}
