package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was decided about requests. */
final class DecisionColumns {
  private DecisionColumns() {}

  static Printer printer() {
    return Printer.of(
        objectName(),
        text("Time", "When it was decided.", o -> o.object().path("time").asText()),
        text("User", "Who asked.", o -> o.object().path("user").asText()),
        text("Verb", "What they wanted to do.", o -> o.object().path("verb").asText()),
        text("Resource", "With what: a resource, or a path.", DecisionColumns::what),
        text("Namespace", "Where.", o -> o.object().path("namespace").asText()),
        text("Allowed", "What was decided.", DecisionColumns::verdict),
        text("Reason", "Why.", o -> o.object().path("reason").asText()).wide());
  }

  private static String verdict(Shown shown) {
    return shown.object().has("missed") ? "" : shown.object().path("allowed").asText();
  }

  private static String what(Shown shown) {
    if (shown.object().has("missed")) {
      return shown.object().path("reason").asText();
    }
    String path = shown.object().path("path").asText();
    String resource =
        Stream.of("resource", "apiGroup")
            .map(field -> shown.object().path(field).asText())
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining("."));
    return path.isEmpty()
        ? Stream.of(
                resource,
                shown.object().path("subresource").asText(),
                shown.object().path("name").asText())
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining("/"))
        : path;
  }
}
