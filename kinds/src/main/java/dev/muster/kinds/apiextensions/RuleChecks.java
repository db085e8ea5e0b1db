package dev.muster.kinds.apiextensions;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** The rules in a schema. */
final class RuleChecks {
  RuleChecks(At root, boolean structural, boolean unchanged) {}

  RuleChecks of(At at, String property) {
    return this;
  }

  RuleChecks ofItems(At at) {
    return this;
  }

  RuleChecks ofOthers(At at) {
    return this;
  }

  void rules(At at, SchemaRules.Context in, Errors own) {}

  void tell(boolean valid, Errors found) {}
}
