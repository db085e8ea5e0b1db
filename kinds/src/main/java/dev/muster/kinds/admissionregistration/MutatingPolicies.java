package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.CountedFields;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.scheme.Strategy;
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

  private static void validateOperations(At match, Errors errors) {
    for (At rule : match.get("resourceRules").each()) {
      for (At operation : rule.get("operations").each()) {
        if (!OPERATIONS.contains(operation.text())) {
          errors.unsupported(
              match.path().child("resourceRules").child("operations"),
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
      At spec = At.root(object).get("spec");
      PolicyExpressions expressions =
          PolicySpecs.validate(spec, match -> validateOperations(match, errors), errors);
      At mutations = spec.get("mutations");
      if (mutations.size() == 0) {
        errors.required(mutations.path(), "mutations must contain at least one item");
      }
      mutations.each().forEach(expressions::validateMutation);
      At again = spec.get("reinvocationPolicy");
      if (again.text().isEmpty()) {
        errors.required(spec.path().child("reinvocationPolicy"), "");
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
          At.root(object).get("spec"), match -> validateOperations(match, errors), errors);
    }
  }
}
