package dev.muster.api.admissionregistration;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.meta.References;
import java.util.List;

/** Which requests a webhook or policy is asked about. */
final class MatchRules {
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");

  private MatchRules() {}

  static void validate(At rule, Errors errors) {
    wildcard(rule.get("operations"), errors);
    for (At operation : rule.get("operations").each()) {
      References.validateOneOf(operation, OPERATIONS, errors);
    }
    for (String list : List.of("apiGroups", "apiVersions", "resources")) {
      wildcard(rule.get(list), errors);
    }
    for (At version : rule.get("apiVersions").each()) {
      if (version.text().isEmpty()) {
        errors.required(version.path(), "");
      }
    }
    for (At resource : rule.get("resources").each()) {
      if (resource.text().isEmpty()) {
        errors.required(resource.path(), "");
      }
    }
    References.validateOneOf(rule.get("scope"), SCOPES, errors);
  }

  private static void wildcard(At list, Errors errors) {
    if (list.size() == 0) {
      errors.required(list.path(), "");
    } else if (list.size() > 1
        && list.texts().contains("*")
        && !list.path().toString().endsWith("resources")) {
      errors.invalid(list, "if '*' is present, must not specify other " + what(list));
    }
  }

  private static String what(At list) {
    String path = list.path().toString();
    return switch (path.substring(path.lastIndexOf('.') + 1)) {
      case "apiGroups" -> "API groups";
      case "apiVersions" -> "API versions";
      default -> "operations";
    };
  }
}
