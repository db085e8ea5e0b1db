package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.ResourceQuotaSpec;
import dev.muster.views.CoreV1.ScopeSelector;
import dev.muster.views.CoreV1.ScopedResourceSelectorRequirement;
import dev.muster.views.ViewList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scopes of a quota, and which resources they go with. */
final class QuotaScopes {
  private static final Set<String> POD_SCOPES =
      Set.of(
          "Terminating",
          "NotTerminating",
          "NotBestEffort",
          "PriorityClass",
          "CrossNamespacePodAffinity");
  private static final Set<String> POD_RESOURCES =
      Set.of(
          "cpu",
          "memory",
          "limits.cpu",
          "limits.memory",
          "requests.cpu",
          "requests.memory",
          "pods",
          "ephemeral-storage",
          "requests.ephemeral-storage",
          "limits.ephemeral-storage");
  private static final List<List<String>> CONFLICTS =
      List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating"));

  private QuotaScopes() {}

  static boolean isQuotaResource(String name) {
    return !name.equals("storage") && ResourceAmounts.isStandard(name);
  }

  static void validate(ResourceQuotaSpec spec, Errors errors) {
    At scopes = spec.scopes();
    Set<String> seen = new HashSet<>();
    Map<String, Integer> misfits = new HashMap<>();
    for (String scope : scopes.texts()) {
      if (!isKnown(scope)) {
        errors.invalid(scopes, "unsupported scope");
      }
      int unfit = misfits.computeIfAbsent(scope, each -> misfits(spec, each));
      for (int i = unfit; i > 0 && !errors.full(); i--) {
        errors.invalid(scopes, "unsupported scope applied to resource");
      }
      seen.add(scope);
    }
    conflicts(seen, scopes, scopes.path(), errors);
    ScopeSelector selector = spec.scopeSelector();
    if (selector.present()) {
      expressions(selector.matchExpressions(), spec, errors);
    }
  }

  private static int misfits(ResourceQuotaSpec spec, String scope) {
    if (!isKnown(scope)) {
      return 0;
    }
    int n = 0;
    for (var e : spec.hard().entries()) {
      n += isQuotaResource(e.getKey()) && !fits(scope, e.getKey()) ? 1 : 0;
    }
    return n;
  }

  private static boolean isKnown(String scope) {
    return POD_SCOPES.contains(scope)
        || scope.equals("BestEffort")
        || scope.equals("VolumeAttributesClass");
  }

  private static boolean fits(String scope, String resource) {
    if (POD_SCOPES.contains(scope)) {
      return POD_RESOURCES.contains(resource) || resource.contains("hugepages-");
    }
    return switch (scope) {
      case "BestEffort" -> resource.equals("pods");
      case "VolumeAttributesClass" ->
          resource.equals("persistentvolumeclaims") || resource.equals("requests.storage");
      default -> true;
    };
  }

  private static void conflicts(Set<String> seen, At shown, Path at, Errors errors) {
    for (List<String> pair : CONFLICTS) {
      if (seen.containsAll(pair)) {
        errors.invalid(new At(shown.node(), at), "conflicting scopes");
      }
    }
  }

  private static void expressions(
      ViewList<ScopedResourceSelectorRequirement> expressions,
      ResourceQuotaSpec spec,
      Errors errors) {
    Set<String> seen = new HashSet<>();
    Map<String, Integer> misfits = new HashMap<>();
    Path at = expressions.at().path();
    for (ScopedResourceSelectorRequirement expression : expressions) {
      String scope = expression.scopeName().text();
      String operator = expression.operator().text();
      if (!isKnown(scope)) {
        errors.invalidText(at.child("scopeName"), scope, "unsupported scope");
      }
      int unfit = misfits.computeIfAbsent(scope, each -> misfits(spec, each));
      for (int i = unfit; i > 0 && !errors.full(); i--) {
        errors.invalid(
            new At(spec.scopeSelector().tree(), at), "unsupported scope applied to resource");
      }
      if (!scope.equals("PriorityClass")
          && !scope.equals("VolumeAttributesClass")
          && isKnown(scope)
          && !operator.equals("Exists")) {
        errors.invalidText(
            at.child("operator"),
            operator,
            "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
                + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                + " ResourceQuotaScopeNotBestEffort or"
                + " ResourceQuotaScopeCrossNamespacePodAffinity");
      }
      values(expression, at, errors);
      seen.add(scope);
    }
    conflicts(seen, spec.scopes(), at, errors);
  }

  private static void values(ScopedResourceSelectorRequirement expression, Path at, Errors errors) {
    At values = expression.values();
    switch (expression.operator().text()) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          errors.required(
              at.child("values"),
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          errors.invalid(
              new At(values.node(), at.child("values")),
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
      }
      default ->
          errors.invalidText(
              at.child("operator"), expression.operator().text(), "not a valid selector operator");
    }
  }
}
