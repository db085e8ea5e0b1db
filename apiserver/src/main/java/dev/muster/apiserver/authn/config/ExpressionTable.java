package dev.muster.apiserver.authn.config;

import dev.muster.cel.AuthenticationExpressions;
import dev.muster.cel.Compilation;
import dev.muster.cel.Expression;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The expressions of one configuration, each compiled once. Belongs to one thread. */
final class ExpressionTable {
  private final Map<String, Compilation> mappings = new HashMap<>();
  private final Map<String, Compilation> claimRules = new HashMap<>();
  private final Map<String, Compilation> userRules = new HashMap<>();

  /** A value made of claims; whether it compiles, and otherwise why not. */
  boolean mapping(At text, Errors errors) {
    return compiles(mappings, AuthenticationExpressions::mapping, text, errors);
  }

  boolean claimRule(At text, Errors errors) {
    return compiles(claimRules, AuthenticationExpressions::claimRule, text, errors);
  }

  boolean userRule(At text, Errors errors) {
    return compiles(userRules, AuthenticationExpressions::userRule, text, errors);
  }

  private static boolean compiles(
      Map<String, Compilation> known,
      Function<String, Compilation> compiler,
      At text,
      Errors errors) {
    return switch (known.computeIfAbsent(text.text(), compiler)) {
      case Compilation.Compiled good -> true;
      case Compilation.Refused bad -> {
        errors.invalid(text, bad.detail());
        yield false;
      }
    };
  }

  /** One that was found to compile. */
  Expression mapping(String text) {
    return found(mappings, text);
  }

  Expression claimRule(String text) {
    return found(claimRules, text);
  }

  Expression userRule(String text) {
    return found(userRules, text);
  }

  private static Expression found(Map<String, Compilation> known, String text) {
    if (known.get(text) instanceof Compilation.Compiled good) {
      return good.expression();
    }
    throw new IllegalStateException("not compiled: " + text);
  }
}
