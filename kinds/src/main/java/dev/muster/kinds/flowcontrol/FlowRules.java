package dev.muster.kinds.flowcontrol;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.FlowcontrolV1.NonResourcePolicyRule;
import dev.muster.views.FlowcontrolV1.PolicyRulesWithSubjects;
import dev.muster.views.FlowcontrolV1.ResourcePolicyRule;
import dev.muster.views.FlowcontrolV1.ServiceAccountSubject;
import dev.muster.views.FlowcontrolV1.Subject;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whose requests a flow schema takes, and which of them. */
final class FlowRules {
  private static final List<String> VERBS =
      List.of(
          "create",
          "delete",
          "deletecollection",
          "get",
          "list",
          "patch",
          "proxy",
          "update",
          "watch");
  private static final List<String> KINDS = List.of("Group", "ServiceAccount", "User");

  /** The kind of a subject to the field that holds it, in the order in which they are checked. */
  private static final List<Map.Entry<String, String>> SUBJECTS =
      List.of(
          Map.entry("ServiceAccount", "serviceAccount"),
          Map.entry("User", "user"),
          Map.entry("Group", "group"));

  private FlowRules() {}

  static void validate(PolicyRulesWithSubjects rule, Errors errors) {
    ViewList<Subject> subjects = rule.subjects();
    subjects.forEach(subject -> subject(subject, errors));
    if (subjects.size() == 0) {
      errors.required(subjects.at().path(), "subjects must contain at least one value");
    }
    ViewList<ResourcePolicyRule> resources = rule.resourceRules();
    ViewList<NonResourcePolicyRule> others = rule.nonResourceRules();
    if (resources.size() + others.size() == 0) {
      errors.required(
          rule.at().path(),
          "at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    resources.forEach(resource -> resource(resource, errors));
    others.forEach(other -> nonResource(other, errors));
  }

  private static void subject(Subject subject, Errors errors) {
    At kind = subject.kind();
    if (!KINDS.contains(kind.text())) {
      errors.unsupported(kind.path(), GoText.quote(kind.text()), KINDS);
      return;
    }
    for (Map.Entry<String, String> known : SUBJECTS) {
      if (known.getKey().equals(kind.text())) {
        named(subject.at().get(known.getValue()), known.getKey(), known.getValue(), errors);
      }
    }
    for (Map.Entry<String, String> known : SUBJECTS) {
      if (!known.getKey().equals(kind.text()) && subject.at().has(known.getValue())) {
        errors.forbidden(
            subject.at().path().child(known.getValue()),
            "%s is forbidden when subject kind is not '%s'"
                .formatted(known.getValue(), known.getKey()));
      }
    }
  }

  private static void named(At subject, String kind, String field, Errors errors) {
    if (subject.absent()) {
      errors.required(
          subject.path(), "%s is required when subject kind is '%s'".formatted(field, kind));
      return;
    }
    At name = new ServiceAccountSubject(subject).name(); // that of users and groups, too
    boolean account = kind.equals("ServiceAccount");
    if (name.text().isEmpty()) {
      errors.required(name.path(), "");
    } else if (account && !name.text().equals("*")) {
      Names.subdomain(name.text(), false).forEach(fault -> errors.invalid(name, fault));
    }
    if (account) {
      At namespace = new ServiceAccountSubject(subject).namespace();
      if (namespace.text().isEmpty()) {
        errors.required(namespace.path(), "must specify namespace for service account");
      } else {
        Names.label(namespace.text(), false).forEach(fault -> errors.invalid(namespace, fault));
      }
    }
  }

  private static void resource(ResourcePolicyRule rule, Errors errors) {
    verbs(rule.verbs(), errors);
    some(rule.apiGroups(), "api group", errors);
    some(rule.resources(), "resource", errors);
    At namespaces = rule.namespaces();
    if (namespaces.size() == 0 && !rule.clusterScope().truth()) {
      errors.required(
          namespaces.path(),
          "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (namespaces.texts().contains("*")) {
      alone(namespaces, "namespaces", errors);
    } else {
      for (At namespace : namespaces.each()) {
        for (String fault : Names.label(namespace.text(), false)) {
          errors.invalid(
              namespace, "each member of this list must be '*' or a DNS-1123 label; " + fault);
        }
      }
    }
  }

  private static void nonResource(NonResourcePolicyRule rule, Errors errors) {
    verbs(rule.verbs(), errors);
    At urls = rule.nonResourceURLs();
    if (urls.size() == 0) {
      errors.required(urls.path(), "nonResourceURLs must contain at least one value");
    } else if (urls.texts().contains("*")) {
      alone(urls, "non-resource URLs", errors);
    } else {
      for (At url : urls.each()) {
        urlFault(url.text()).ifPresent(fault -> errors.invalid(url, fault));
      }
    }
  }

  private static void verbs(At verbs, Errors errors) {
    if (verbs.size() == 0) {
      errors.required(verbs.path(), "verbs must contain at least one value");
    } else if (verbs.texts().contains("*")) {
      alone(verbs, "verbs", errors);
    } else if (!VERBS.containsAll(verbs.texts())) {
      errors.unsupported(verbs, VERBS);
    }
  }

  private static void some(At list, String what, Errors errors) {
    if (list.size() == 0) {
      errors.required(list.path(), "resource rules must supply at least one " + what);
    } else if (list.texts().contains("*")) {
      alone(list, what + "s", errors);
    }
  }

  private static void alone(At list, String what, Errors errors) {
    if (list.size() > 1) {
      errors.invalid(list, "if '*' is present, must not specify other " + what);
    }
  }

  private static Optional<String> urlFault(String url) {
    if (url.isEmpty()) {
      return Optional.of("must not be empty");
    }
    if (url.equals("/")) {
      return Optional.empty();
    }
    if (!url.startsWith("/")) {
      return Optional.of("must start with slash");
    }
    if (url.contains(" ")) {
      return Optional.of("must not contain white-space");
    }
    if (url.contains("//")) {
      return Optional.of("must not contain double slash");
    }
    int star = url.indexOf('*');
    boolean suffix = star < 0 || star == url.length() - 1 && url.endsWith("/*");
    return suffix ? Optional.empty() : Optional.of("wildcard can only do suffix matching");
  }
}
