package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.RbacV1.AggregationRule;
import dev.muster.views.RbacV1.ClusterRole;
import dev.muster.views.RbacV1.PolicyRule;
import dev.muster.views.ViewList;
import java.util.List;

/** Roles, in a namespace or cluster-wide; the latter may be aggregated from others. */
public final class RoleStrategy implements Strategy {
  private final boolean namespaced;

  private RoleStrategy(boolean namespaced) {
    this.namespaced = namespaced;
  }

  public static RoleStrategy role() {
    return new RoleStrategy(true);
  }

  public static RoleStrategy clusterRole() {
    return new RoleStrategy(false);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, errors, Strictness.FULL);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(namespaced, this::nameFaults, object, errors);
    boolean odd =
        ClusterRole.of(old).aggregationRule().clusterRoleSelectors().stream()
            .anyMatch(selector -> LabelSelectors.hasOddValues(selector));
    validate(object, errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
    ObjectMetas.validateChange(object, old, errors);
  }

  private void validate(ObjectNode object, Errors errors, Strictness strictness) {
    // a role has no aggregation rule, and otherwise the same fields
    ClusterRole role = ClusterRole.of(object);
    for (PolicyRule rule : role.rules()) {
      rule(rule, errors);
    }
    AggregationRule aggregation = role.aggregationRule();
    if (!namespaced && aggregation.present()) {
      aggregation(aggregation.clusterRoleSelectors(), errors, strictness);
    }
  }

  private static void aggregation(
      ViewList<LabelSelector> selectors, Errors errors, Strictness strictness) {
    if (selectors.isEmpty()) {
      errors.required(
          selectors.at().path(),
          "at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (LabelSelector selector : selectors) {
      LabelSelectors.validate(selector, errors, strictness);
      if (!LabelSelectors.usable(selector)) {
        errors.invalid(selector.at().path(), "null", "invalid label selector.");
      }
    }
  }

  private void rule(PolicyRule rule, Errors errors) {
    if (rule.verbs().size() == 0) {
      errors.required(rule.verbs().path(), "verbs must contain at least one value");
    }
    At urls = rule.nonResourceURLs();
    int groups = rule.apiGroups().size();
    int resources = rule.resources().size();
    int names = rule.resourceNames().size();
    if (urls.size() > 0) {
      if (namespaced) {
        errors.invalid(urls, "namespaced rules cannot apply to non-resource URLs");
      }
      if (groups + resources + names > 0) {
        errors.invalid(urls, "rules cannot apply to both regular resources and non-resource URLs");
      }
      return;
    }
    if (groups == 0) {
      errors.required(rule.apiGroups().path(), "resource rules must supply at least one api group");
    }
    if (resources == 0) {
      errors.required(rule.resources().path(), "resource rules must supply at least one resource");
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, false);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
