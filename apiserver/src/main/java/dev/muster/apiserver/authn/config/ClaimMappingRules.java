package dev.muster.apiserver.authn.config;

import dev.muster.cel.AuthenticationExpressions;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the rules and mappings of claims must look like. */
final class ClaimMappingRules {
  private static final String ONE_OF_BOTH = "claim and expression can't both be set";
  private static final String REQUIRED = "claim or expression is required";

  private final ExpressionTable table;
  private final Errors errors;

  /** Expressions that decide about a user whose name is made of an address. */
  private final List<String> deciding = new ArrayList<>();

  private ClaimMappingRules(ExpressionTable table, Errors errors) {
    this.table = table;
    this.errors = errors;
  }

  static void validate(At authenticator, ExpressionTable table, Errors errors) {
    ClaimMappingRules rules = new ClaimMappingRules(table, errors);
    rules.validateClaimRules(authenticator.get("claimValidationRules"));
    rules.validateMappings(authenticator.get("claimMappings"));
    rules.validateUserRules(authenticator.get("userValidationRules"));
  }

  private void validateClaimRules(At list) {
    Set<String> claims = new HashSet<>();
    Set<String> expressions = new HashSet<>();
    for (At rule : list.each()) {
      At claim = rule.get("claim");
      At expression = rule.get("expression");
      if (!claim.empty() && !expression.empty()) {
        errors.invalidText(rule.path(), claim.text(), ONE_OF_BOTH);
      } else if (claim.empty() && expression.empty()) {
        errors.required(rule.path(), REQUIRED);
      } else if (!claim.empty()) {
        refuseBeside(rule.get("message"), "claim");
        if (!claims.add(claim.text())) {
          errors.duplicate(claim);
        }
      } else {
        refuseBeside(rule.get("requiredValue"), "expression");
        if (!expressions.add(expression.text())) {
          errors.duplicate(expression);
        } else if (table.claimRule(expression, errors)) {
          deciding.add(expression.text());
        }
      }
    }
  }

  private void refuseBeside(At field, String set) {
    if (!field.empty()) {
      errors.invalid(field, "may not be specified when " + set + " is set");
    }
  }

  private void validateMappings(At mappings) {
    At username = mappings.get("username");
    boolean named = validatePrefixed(username, true);
    validatePrefixed(mappings.get("groups"), false);
    At uid = mappings.get("uid");
    if (!uid.get("claim").empty() && !uid.get("expression").empty()) {
      errors.invalidText(uid.path(), "", ONE_OF_BOTH);
    } else if (!uid.get("expression").empty()) {
      table.mapping(uid.get("expression"), errors);
    }
    validateExtra(mappings.get("extra"));
    At expression = username.get("expression");
    if (named && reads(expression.text(), "email")) {
      deciding.add(expression.text());
      if (deciding.stream().noneMatch(text -> reads(text, "email_verified"))) {
        errors.invalid(
            expression,
            "claims.email_verified must be used in claimMappings.username.expression or"
                + " claimMappings.extra[*].valueExpression or claimValidationRules[*].expression"
                + " when claims.email is used in claimMappings.username.expression");
      }
    }
  }

  private static boolean reads(String expression, String claim) {
    return AuthenticationExpressions.readsClaim(expression, claim);
  }

  /** Whether there is an expression and nothing is wrong. */
  private boolean validatePrefixed(At mapping, boolean required) {
    At claim = mapping.get("claim");
    At expression = mapping.get("expression");
    At prefix = mapping.get("prefix");
    if (!claim.empty() && !expression.empty()) {
      errors.invalidText(mapping.path(), "", ONE_OF_BOTH);
    } else if (!expression.empty()) {
      if (prefix.present()) {
        errors.invalid(prefix, "may not be specified when expression is set");
      }
      return table.mapping(expression, errors) && prefix.absent();
    } else if (!claim.empty()) {
      if (prefix.absent()) {
        errors.required(
            prefix.path(),
            "prefix is required when claim is set."
                + " It can be set to an empty string to disable prefixing");
      }
    } else if (required) {
      errors.required(mapping.path(), REQUIRED);
    }
    return false;
  }

  private void validateExtra(At list) {
    Set<String> keys = new HashSet<>();
    for (At mapping : list.each()) {
      At key = mapping.get("key");
      References.validateDomainPath(key, errors);
      if (!key.text().equals(key.text().toLowerCase(Locale.ROOT))) {
        errors.invalid(key, "must be lowercase");
      }
      if (isReserved(key.text())) {
        errors.invalid(
            key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use");
      }
      At expression = mapping.get("valueExpression");
      if (!keys.add(key.text())) {
        errors.duplicate(key);
      } else if (expression.empty()) {
        errors.required(expression.path(), "");
      } else if (table.mapping(expression, errors)) {
        deciding.add(expression.text());
      }
    }
  }

  private static boolean isReserved(String key) {
    int slash = key.indexOf('/');
    String domain = "." + (slash < 0 ? "" : key.substring(0, slash));
    return domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io");
  }

  private void validateUserRules(At list) {
    Set<String> expressions = new HashSet<>();
    for (At rule : list.each()) {
      At expression = rule.get("expression");
      if (expression.empty()) {
        errors.required(expression.path(), "");
      } else if (!expressions.add(expression.text())) {
        errors.duplicate(expression);
      } else {
        table.userRule(expression, errors);
      }
    }
  }
}
