package dev.muster.kinds.storage;

import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.NodeLabelWarnings;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.TopologySelectorLabelRequirement;
import dev.muster.views.CoreV1.TopologySelectorTerm;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Where volumes of a class may be made. */
final class Topologies {
  private Topologies() {}

  static void validate(ViewList<TopologySelectorTerm> terms, Errors errors) {
    Map<String, Integer> seen = new HashMap<>();
    // the real server compares a term that says nothing also with as many empty ones
    seen.put("{}", terms.size());
    for (TopologySelectorTerm term : terms) {
      String same = term(term, errors);
      int times = seen.merge(same, 1, Integer::sum) - 1;
      for (int i = 0; i < times && !errors.full(); i++) {
        errors.duplicate(term.matchLabelExpressions().at().path(), "\"\"");
      }
    }
  }

  /** Checks a term; the text is that of all terms which say the same. */
  private static String term(TopologySelectorTerm term, Errors errors) {
    Map<String, Set<String>> expressions = new TreeMap<>();
    for (TopologySelectorLabelRequirement expression : term.matchLabelExpressions()) {
      Set<String> values = values(expression.values(), errors);
      At key = expression.key();
      Labels.validateKey(key.text(), key.path(), errors);
      if (expressions.put(key.text(), values) != null) {
        errors.duplicate(key.path(), GoText.quote(key.text()));
      }
    }
    StringBuilder text = new StringBuilder("{");
    expressions.forEach(
        (key, values) -> {
          Deadline.check();
          text.append(GoText.quote(key));
          values.forEach(value -> text.append(',').append(GoText.quote(value)));
          text.append(';');
        });
    return text.append('}').toString();
  }

  private static Set<String> values(At values, Errors errors) {
    if (values.size() == 0) {
      errors.required(values.path(), "");
    }
    Set<String> distinct = new HashSet<>();
    for (At value : values.each()) {
      if (!distinct.add(value.text())) {
        errors.duplicate(value);
      }
    }
    return new TreeSet<>(distinct);
  }

  static List<String> warnings(ViewList<TopologySelectorTerm> terms) {
    List<String> out = new ArrayList<>();
    for (TopologySelectorTerm term : terms) {
      for (TopologySelectorLabelRequirement expression : term.matchLabelExpressions()) {
        At key = expression.key();
        NodeLabelWarnings.deprecation(key.text())
            .ifPresent(why -> out.add(key.path() + ": " + why));
      }
    }
    return out;
  }
}
