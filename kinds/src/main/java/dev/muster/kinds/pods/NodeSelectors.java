package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;

/** Terms that select nodes, by label or by name. */
public final class NodeSelectors {
  private NodeSelectors() {}

  static void validateAffinity(At affinity, Errors errors) {
    At required = affinity.get("requiredDuringSchedulingIgnoredDuringExecution");
    if (required.present()) {
      validate(required, true, errors);
    }
    for (At preferred : affinity.get("preferredDuringSchedulingIgnoredDuringExecution").each()) {
      PodAffinities.weight(preferred.get("weight"), errors);
      // label values that no node can have only make a preference useless
      term(preferred.get("preference"), false, errors);
    }
  }

  /**
   * Checks a node selector.
   *
   * @param checkValues whether label values must be ones
   */
  public static void validate(At selector, boolean checkValues, Errors errors) {
    At terms = selector.get("nodeSelectorTerms");
    if (terms.size() == 0) {
      errors.required(terms.path(), "must have at least one node selector term");
    }
    terms.each().forEach(t -> term(t, checkValues, errors));
  }

  /** Whether a required term has a value that is no label value. */
  public static boolean hasOddValues(At selector) {
    return selector.get("nodeSelectorTerms").each().stream()
        .flatMap(term -> term.get("matchExpressions").each().stream())
        .flatMap(expression -> expression.get("values").texts().stream())
        .anyMatch(value -> !Labels.value(value).isEmpty());
  }

  private static void term(At term, boolean checkValues, Errors errors) {
    for (At expression : term.get("matchExpressions").each()) {
      byLabel(expression, checkValues, errors);
    }
    for (At field : term.get("matchFields").each()) {
      byField(field, errors);
    }
  }

  private static void byLabel(At expression, boolean checkValues, Errors errors) {
    At values = expression.get("values");
    switch (expression.text("operator")) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          errors.required(values.path(), "must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          errors.forbidden(
              values.path(), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          errors.required(
              values.path(), "must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> badOperator(expression, errors);
    }
    Labels.validateKey(expression.text("key"), expression.get("key").path(), errors);
    if (checkValues) {
      for (At value : values.each()) {
        Labels.value(value.text()).forEach(f -> errors.invalidText(value.path(), value.text(), f));
      }
    }
  }

  private static void byField(At field, Errors errors) {
    At values = field.get("values");
    switch (field.text("operator")) {
      case "In", "NotIn" -> {
        if (values.size() != 1) {
          errors.required(
              values.path(),
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
      }
      default -> badOperator(field, errors);
    }
    At key = field.get("key");
    if (!key.text().equals("metadata.name")) {
      errors.invalidText(key.path(), key.text(), "not a valid field selector key");
      return;
    }
    for (At value : values.each()) {
      Names.subdomain(value.text(), false)
          .forEach(f -> errors.invalidText(value.path(), value.text(), f));
    }
  }

  private static void badOperator(At expression, Errors errors) {
    errors.invalidText(
        expression.get("operator").path(),
        expression.text("operator"),
        "not a valid selector operator");
  }
}
