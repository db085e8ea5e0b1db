package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.views.FlowcontrolV1.PolicyRulesWithSubjects;
import java.util.List;

/**
 * A rule of a flow schema, but for its subjects, which {@link SubjectIndex} has.
 *
 * @param schema whose rule it is
 */
record RuleMatch(SchemaInForce schema, List<ResourceMatch> resources, List<PathMatch> paths) {

  static RuleMatch of(SchemaInForce schema, PolicyRulesWithSubjects rule) {
    return new RuleMatch(
        schema,
        rule.resourceRules().stream().map(ResourceMatch::of).toList(),
        rule.nonResourceRules().stream().map(PathMatch::of).toList());
  }

  boolean matches(RequestInfo info) {
    if (info.resourceRequest()) {
      for (int i = 0; i < resources.size(); i++) {
        if (resources.get(i).matches(info)) {
          return true;
        }
      }
      return false;
    }
    for (int i = 0; i < paths.size(); i++) {
      if (paths.get(i).matches(info)) {
        return true;
      }
    }
    return false;
  }
}
