package dev.muster.access.policy;

import dev.muster.access.question.KnownResources;
import dev.muster.access.question.KnownVerbs;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.Subject;
import dev.muster.base.Spelling;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;

/** What a server takes and what can never count: words that nothing asks for, and nobody. */
final class SuspiciousRules {
  private static final List<String> SUBJECTS =
      List.of(Subject.USER, Subject.GROUP, Subject.SERVICE_ACCOUNT);

  private SuspiciousRules() {}

  static List<String> of(RbacObject object, KnownResources resources) {
    List<String> warnings = new ArrayList<>();
    switch (object) {
      case AnyRole role -> {
        for (int i = 0; i < role.rules().size(); i++) {
          look("rules[" + i + "]: ", role.rules().get(i), resources, warnings);
        }
      }
      case AnyBinding binding -> {
        for (int i = 0; i < binding.subjects().size(); i++) {
          look("subjects[" + i + "]: ", binding.subjects().get(i), binding, warnings);
        }
      }
    }
    return warnings;
  }

  private static void look(
      String at, PolicyRule rule, KnownResources resources, List<String> warnings) {
    boolean paths = rule.resources().isEmpty() && !rule.nonResourceURLs().isEmpty();
    for (String verb : rule.verbs()) {
      KnownVerbs.warning(verb, !paths).ifPresent(warning -> warnings.add(at + warning));
    }
    for (String resource : rule.resources()) {
      int slash = resource.indexOf('/');
      String plural = slash < 0 ? resource : resource.substring(0, slash);
      boolean known =
          plural.equals("*")
              || rule.apiGroups().stream()
                  .anyMatch(g -> resources.plural(plural, g) || g.equals("*"));
      String hint = known ? "" : resources.suggestion(plural);
      if (!hint.isEmpty() && rule.apiGroups().stream().allMatch(resources::knowsGroup)) {
        warnings.add(
            at
                + "no resource "
                + GoText.quote(plural)
                + " in "
                + GoText.list(rule.apiGroups())
                + hint);
      }
    }
  }

  private static void look(String at, Subject subject, AnyBinding binding, List<String> warnings) {
    if (!SUBJECTS.contains(subject.kind())) {
      warnings.add(
          at
              + "kind "
              + GoText.quote(subject.kind())
              + " concerns nobody"
              + Spelling.suggestion(subject.kind(), SUBJECTS));
    } else if (subject.kind().equals(Subject.SERVICE_ACCOUNT)
        && subject.namespace().isEmpty()
        && binding.namespace().isEmpty()) {
      warnings.add(at + "a ServiceAccount without a namespace concerns nobody here");
    }
  }
}
