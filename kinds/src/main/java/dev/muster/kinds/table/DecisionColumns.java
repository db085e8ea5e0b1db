package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.views.AccessV1.Decision;
import java.util.List;
import java.util.function.Function;

/** What was decided about requests. */
final class DecisionColumns {
  private DecisionColumns() {}

  static Printer printer() {
    return Printer.of(
        objectName(),
        column("Time", "When it was decided.", decision -> decision.time().text()),
        column("User", "Who asked.", decision -> decision.user().text()),
        column("Verb", "What they wanted to do.", decision -> decision.verb().text()),
        column("Resource", "With what: a resource, or a path.", DecisionColumns::what),
        column("Namespace", "Where.", decision -> decision.namespace().text()),
        column("Allowed", "What was decided.", DecisionColumns::verdict),
        column("Reason", "Why.", decision -> decision.reason().text()).wide());
  }

  private static Column column(String name, String description, Function<Decision, String> cell) {
    return text(name, description, shown -> cell.apply(shown.as(Decision::of)));
  }

  private static String verdict(Decision decision) {
    return decision.missed().present() ? "" : Boolean.toString(decision.allowed().truth());
  }

  private static String what(Decision decision) {
    if (decision.missed().present()) {
      return decision.reason().text();
    }
    String resource = joined(".", List.of(decision.resource().text(), decision.apiGroup().text()));
    return joined(
        "/",
        List.of(
            decision.path().text(),
            resource,
            decision.subresource().text(),
            decision.name().text()));
  }

  private static String joined(String separator, List<String> words) {
    return String.join(separator, words.stream().filter(word -> !word.isEmpty()).toList());
  }
}
