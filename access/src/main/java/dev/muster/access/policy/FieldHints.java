package dev.muster.access.policy;

import dev.muster.base.Spelling;
import java.util.List;

/** Which field of a role or binding may be meant by one that none has. */
final class FieldHints {
  private static final List<String> FIELDS =
      List.of(
          "apiVersion",
          "kind",
          "metadata",
          "name",
          "namespace",
          "labels",
          "annotations",
          "rules",
          "verbs",
          "apiGroups",
          "resources",
          "resourceNames",
          "nonResourceURLs",
          "aggregationRule",
          "clusterRoleSelectors",
          "matchLabels",
          "matchExpressions",
          "subjects",
          "roleRef",
          "apiGroup");

  private FieldHints() {}

  /** {@code unknown field "rules[0].resorces"; did you mean "resources"?}. */
  static String add(String issue) {
    int end = issue.lastIndexOf('"');
    int quote = issue.lastIndexOf('"', end - 1);
    if (!issue.startsWith("unknown field") || quote < 0) {
      return issue;
    }
    String path = issue.substring(quote + 1, end);
    return issue + Spelling.suggestion(path.substring(path.lastIndexOf('.') + 1), FIELDS);
  }
}
