package dev.muster.kinds.admissionregistration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code matchConstraints} of a policy and {@code matchResources} of a binding. */
final class MatchResources {
  private static final List<String> RULES = List.of("resourceRules", "excludeResourceRules");

  private MatchResources() {}

  static void applyDefaults(ObjectNode match) {
    Defaults.text(match, "matchPolicy", "Equivalent");
    Defaults.struct(match, "namespaceSelector");
    Defaults.struct(match, "objectSelector");
    for (String rules : RULES) {
      Defaults.each(match, rules).forEach(r -> Defaults.text(r, "scope", "*"));
    }
  }

  static void validate(At match, Errors errors) {
    References.validateOneOf(match.get("matchPolicy"), List.of("Equivalent", "Exact"), errors);
    LabelSelectors.validate(match.get("namespaceSelector"), errors);
    LabelSelectors.validate(match.get("objectSelector"), errors);
    for (String rules : RULES) {
      for (At rule : match.get(rules).each()) {
        names(rule.get("resourceNames"), errors);
        MatchRules.validate(rule, errors);
      }
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
