package dev.muster.kinds.admissionregistration;

import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.AdmissionregistrationV1.MutableMatchResources;
import dev.muster.views.AdmissionregistrationV1.NamedRuleWithOperations;
import dev.muster.views.AdmissionregistrationV1.RuleWithOperations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code matchConstraints} of a policy and {@code matchResources} of a binding. */
final class MatchResources {
  private MatchResources() {}

  static void applyDefaults(MutableMatchResources match) {
    match.matchPolicy().defaultTo("Equivalent");
    match.namespaceSelector().ensure();
    match.objectSelector().ensure();
    match.resourceRules().each().forEach(rule -> rule.scope().defaultTo("*"));
    match.excludeResourceRules().each().forEach(rule -> rule.scope().defaultTo("*"));
  }

  static void validate(AdmissionregistrationV1.MatchResources match, Errors errors) {
    References.validateOneOf(match.matchPolicy(), List.of("Equivalent", "Exact"), errors);
    LabelSelectors.validate(match.namespaceSelector(), errors);
    LabelSelectors.validate(match.objectSelector(), errors);
    rules(match.resourceRules(), errors);
    rules(match.excludeResourceRules(), errors);
  }

  private static void rules(List<NamedRuleWithOperations> rules, Errors errors) {
    for (NamedRuleWithOperations rule : rules) {
      names(rule.resourceNames(), errors);
      MatchRules.validate(new RuleWithOperations(rule.at()), errors);
    }
  }

  private static void names(At names, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (At name : names.each()) {
      Names.pathSegment(name.text(), false)
          .forEach(fault -> errors.invalidText(name.path(), name.text(), fault));
      if (!seen.add(name.text())) {
        errors.duplicate(name);
      }
    }
  }
}
