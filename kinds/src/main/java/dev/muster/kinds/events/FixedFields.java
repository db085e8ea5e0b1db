package dev.muster.kinds.events;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Event;

/** What may not change in an event that is written through {@code events.k8s.io}. */
final class FixedFields {
  private static final String IMMUTABLE = "field is immutable";
  private static final String[][] REFERENCE = {
    {"kind", "Kind"},
    {"namespace", "Namespace"},
    {"name", "Name"},
    {"uid", "UID"},
    {"apiVersion", "APIVersion"},
    {"resourceVersion", "ResourceVersion"},
    {"fieldPath", "FieldPath"}
  };
  private static final String[][] SOURCE = {{"component", "Component"}, {"host", "Host"}};

  private FixedFields() {}

  static void validate(Event event, Event before, Errors errors) {
    struct("involvedObject", REFERENCE, event, before, errors);
    text("reason", "reason", event, before, errors);
    text("message", "message", event, before, errors);
    struct("source", SOURCE, event, before, errors);
    ObjectMetas.validateImmutable(event.firstTimestamp(), before.firstTimestamp(), errors);
    ObjectMetas.validateImmutable(event.lastTimestamp(), before.lastTimestamp(), errors);
    long count = event.count().number();
    if (count != before.count().number()) {
      errors.invalid(Path.of("count"), Long.toString(count), IMMUTABLE);
    }
    text("reason", "reason", event, before, errors);
    text("type", "type", event, before, errors);
    ObjectMetas.validateImmutable(event.eventTime(), before.eventTime(), errors);
    text("action", "action", event, before, errors);
    struct("related", REFERENCE, event, before, errors);
    text("reportingComponent", "reportingController", event, before, errors);
    text("reportingInstance", "reportingInstance", event, before, errors);
  }

  private static void text(String field, String shown, Event event, Event before, Errors errors) {
    ObjectMetas.validateImmutableText(
        Path.of(shown), event.at().text(field), before.at().text(field), errors);
  }

  private static void struct(
      String field, String[][] names, Event event, Event before, Errors errors) {
    At value = event.at().get(field);
    At old = before.at().get(field);
    boolean same = value.absent() ? old.absent() : value.node().equals(old.node());
    if (same) {
      return;
    }
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    for (String[] name : names) {
      shown.put(name[1], value.text(name[0]));
    }
    errors.invalid(value.path(), value.absent() ? "null" : shown.toString(), IMMUTABLE);
  }
}
