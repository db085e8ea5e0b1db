package dev.muster.kinds.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
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
        At.root(old).get("aggregationRule", "clusterRoleSelectors").each().stream()
            .anyMatch(LabelSelectors::hasOddValues);
    validate(object, errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
    ObjectMetas.validateChange(object, old, errors);
  }

  private void validate(ObjectNode object, Errors errors, Strictness strictness) {
    At role = At.root(object);
    for (At rule : role.get("rules").each()) {
      rule(rule, errors);
    }
    At aggregation = role.get("aggregationRule");
    if (!namespaced && aggregation.present()) {
      aggregation(aggregation.get("clusterRoleSelectors"), errors, strictness);
    }
  }

  private static void aggregation(At selectors, Errors errors, Strictness strictness) {
    if (selectors.size() == 0) {
      errors.required(
          selectors.path(),
          "at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (At selector : selectors.each()) {
      LabelSelectors.validate(selector, errors, strictness);
      if (!LabelSelectors.usable(selector)) {
        errors.invalid(selector.path(), "null", "invalid label selector.");
      }
    }
  }

  private void rule(At rule, Errors errors) {
    Path at = rule.path();
    if (rule.get("verbs").size() == 0) {
      errors.required(at.child("verbs"), "verbs must contain at least one value");
    }
    At urls = rule.get("nonResourceURLs");
    int groups = rule.get("apiGroups").size();
    int resources = rule.get("resources").size();
    int names = rule.get("resourceNames").size();
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
      errors.required(at.child("apiGroups"), "resource rules must supply at least one api group");
    }
    if (resources == 0) {
      errors.required(at.child("resources"), "resource rules must supply at least one resource");
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
