package dev.muster.kinds.admissionregistration;

import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AdmissionregistrationV1.RuleWithOperations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which requests a webhook or policy is asked about. */
final class MatchRules {
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> SCOPES = List.of("*", "Cluster", "Namespaced");

  private MatchRules() {}

  static void validate(RuleWithOperations rule, Errors errors) {
    wildcard(rule.operations(), errors);
    for (At operation : rule.operations().each()) {
      References.validateOneOf(operation, OPERATIONS, errors);
    }
    wildcard(rule.apiGroups(), errors);
    wildcard(rule.apiVersions(), errors);
    for (At version : rule.apiVersions().each()) {
      if (version.text().isEmpty()) {
        errors.required(version.path(), "");
      }
    }
    resources(rule.resources(), errors);
    References.validateOneOf(rule.scope(), SCOPES, errors);
  }

  private static void resources(At resources, Errors errors) {
    if (resources.size() == 0) {
      errors.required(resources.path(), "");
    }
    Set<String> withAllParts = new HashSet<>();
    Set<String> partsOfAll = new HashSet<>();
    boolean lastIsNamed = false;
    for (At resource : resources.each()) {
      String text = resource.text();
      int slash = text.indexOf('/');
      if (text.isEmpty()) {
        errors.required(resource.path(), "");
      } else if (slash < 0) {
        lastIsNamed = !text.equals("*");
      } else {
        String whole = text.substring(0, slash);
        String part = text.substring(slash + 1);
        overlap(resource, withAllParts.contains(whole), whole + "/*", errors);
        overlap(resource, partsOfAll.contains(part), "*/" + part, errors);
        if (part.equals("*")) {
          withAllParts.add(whole);
        }
        if (whole.equals("*")) {
          partsOfAll.add(part);
        }
      }
    }
    if (resources.size() > 1 && resources.texts().contains("*/*")) {
      errors.invalid(resources, "if '*/*' is present, must not specify other resources");
    }
    if (lastIsNamed && resources.texts().contains("*")) {
      errors.invalid(
          resources, "if '*' is present, must not specify other resources without subresources");
    }
  }

  private static void overlap(At resource, boolean covered, String by, Errors errors) {
    if (covered) {
      errors.invalid(
          resource, "if '%s' is present, must not specify %s".formatted(by, resource.text()));
    }
  }

  private static void wildcard(At list, Errors errors) {
    if (list.size() == 0) {
      errors.required(list.path(), "");
    } else if (list.size() > 1 && list.texts().contains("*")) {
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
