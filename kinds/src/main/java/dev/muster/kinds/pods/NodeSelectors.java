package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.NodeAffinity;
import dev.muster.views.CoreV1.NodeSelector;
import dev.muster.views.CoreV1.NodeSelectorRequirement;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PreferredSchedulingTerm;
import dev.muster.views.ViewList;

/** Terms that select nodes, by label or by name. */
public final class NodeSelectors {
  private NodeSelectors() {}

  static void validateAffinity(NodeAffinity affinity, Errors errors) {
    NodeSelector required = affinity.requiredDuringSchedulingIgnoredDuringExecution();
    if (required.present()) {
      validate(required, true, errors);
    }
    for (PreferredSchedulingTerm preferred :
        affinity.preferredDuringSchedulingIgnoredDuringExecution()) {
      PodAffinities.weight(preferred.weight(), errors);
      // label values that no node can have only make a preference useless
      term(preferred.preference(), false, errors);
    }
  }

  /**
   * Checks a node selector.
   *
   * @param checkValues whether label values must be ones
   */
  public static void validate(NodeSelector selector, boolean checkValues, Errors errors) {
    ViewList<NodeSelectorTerm> terms = selector.nodeSelectorTerms();
    if (terms.size() == 0) {
      errors.required(terms.at().path(), "must have at least one node selector term");
    }
    terms.forEach(t -> term(t, checkValues, errors));
  }

  /** Whether a required term has a value that is no label value. */
  public static boolean hasOddValues(NodeSelector selector) {
    return selector.nodeSelectorTerms().stream()
        .flatMap(term -> term.matchExpressions().stream())
        .flatMap(expression -> expression.values().texts().stream())
        .anyMatch(value -> !Labels.value(value).isEmpty());
  }

  private static void term(NodeSelectorTerm term, boolean checkValues, Errors errors) {
    for (NodeSelectorRequirement expression : term.matchExpressions()) {
      byLabel(expression, checkValues, errors);
    }
    for (NodeSelectorRequirement field : term.matchFields()) {
      byField(field, errors);
    }
  }

  private static void byLabel(
      NodeSelectorRequirement expression, boolean checkValues, Errors errors) {
    At values = expression.values();
    switch (expression.operator().text()) {
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
    Labels.validateKey(expression.key().text(), expression.key().path(), errors);
    if (checkValues) {
      for (At value : values.each()) {
        Labels.value(value.text()).forEach(f -> errors.invalidText(value.path(), value.text(), f));
      }
    }
  }

  private static void byField(NodeSelectorRequirement field, Errors errors) {
    At values = field.values();
    switch (field.operator().text()) {
      case "In", "NotIn" -> {
        if (values.size() != 1) {
          errors.required(
              values.path(),
              "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
      }
      default -> badOperator(field, errors);
    }
    At key = field.key();
    if (!key.text().equals("metadata.name")) {
      errors.invalidText(key.path(), key.text(), "not a valid field selector key");
      return;
    }
    for (At value : values.each()) {
      Names.subdomain(value.text(), false)
          .forEach(f -> errors.invalidText(value.path(), value.text(), f));
    }
  }

  private static void badOperator(NodeSelectorRequirement expression, Errors errors) {
    errors.invalidText(
        expression.operator().path(),
        expression.operator().text(),
        "not a valid selector operator");
  }
}
