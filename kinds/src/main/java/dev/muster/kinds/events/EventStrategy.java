package dev.muster.kinds.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.Event;
import dev.muster.views.CoreV1.EventSeries;
import dev.muster.views.CoreV1.ObjectReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events. Written through the core group they are checked leniently, through {@code events.k8s.io}
 * strictly and, once made, only their series may change.
 */
public final class EventStrategy implements Strategy {
  private static final int MAX_WORD = 128;
  private static final int MAX_NOTE = 1024;

  private final boolean strict;
  private final String object;
  private final String reporter;

  private EventStrategy(boolean strict, String object, String reporter) {
    this.strict = strict;
    this.object = object;
    this.reporter = reporter;
  }

  public static EventStrategy core() {
    return new EventStrategy(false, "involvedObject", "reportingComponent");
  }

  public static EventStrategy events() {
    return new EventStrategy(true, "regarding", "reportingController");
  }

  @Override
  public void validate(ObjectNode event, Errors errors) {
    Event at = Event.of(event);
    lenient(at, errors);
    if (strict) {
      ObjectMetas.validate(true, Names::subdomain, event, errors);
      series(at.series(), errors);
      if (at.eventTime().absent()) {
        errors.required(Path.of("eventTime"), "");
      }
      String type = at.type().text();
      if (!type.equals("Normal") && !type.equals("Warning")) {
        errors.invalidText(Path.of("type"), "", "has invalid value: " + type);
      }
      unset(at.firstTimestamp().present(), "firstTimestamp", errors);
      unset(at.lastTimestamp().present(), "lastTimestamp", errors);
      unset(at.count().number() != 0, "count", errors);
      unset(at.source().at().size() > 0, "source", errors);
    }
  }

  private static void unset(boolean isSet, String field, Errors errors) {
    if (isSet) {
      errors.invalidText(Path.of(field), "", "needs to be unset");
    }
  }

  private static void series(EventSeries series, Errors errors) {
    if (series.absent()) {
      return;
    }
    if (series.count().number() < 2) {
      errors.invalidText(Path.of("series.count"), "", "should be at least 2");
    }
    if (series.lastObservedTime().absent()) {
      errors.required(Path.of("series.lastObservedTime"), "");
    }
  }

  private static void lenient(Event event, Errors errors) {
    String namespace = event.metadata().namespace().text();
    String about = event.involvedObject().namespace().text();
    boolean timed = event.eventTime().present();
    boolean agree =
        about.isEmpty()
            ? namespace.equals("default")
                || (timed ? namespace.equals("kube-system") : namespace.isEmpty())
            : timed || namespace.equals(about);
    if (!agree) {
      errors.invalidText(
          Path.of("involvedObject", "namespace"), about, "does not match event.namespace");
    }
    if (timed) {
      words(event, errors);
    }
    Names.subdomain(namespace, false)
        .forEach(f -> errors.invalidText(Path.of("namespace"), namespace, f));
  }

  private static void words(Event event, Errors errors) {
    String reporter = event.reportingComponent().text();
    if (reporter.isEmpty()) {
      errors.required(Path.of("reportingController"), "");
    }
    Labels.validateKey(reporter, Path.of("reportingController"), errors);
    for (String field : List.of("reportingInstance", "action", "reason")) {
      if (event.at().text(field).isEmpty()) {
        errors.required(Path.of(field), "");
      }
      atMost(event, field, MAX_WORD, errors);
    }
    atMost(event, "message", MAX_NOTE, errors);
  }

  private static void atMost(Event event, String field, int max, Errors errors) {
    if (Bytes.of(event.at().text(field)) > max) {
      errors.invalidText(Path.of(field), "", "can have at most " + max + " characters");
    }
  }

  @Override
  public void validateUpdate(ObjectNode event, ObjectNode old, Errors errors) {
    Event at = Event.of(event);
    lenient(at, errors);
    if (strict) {
      ObjectMetas.validateChange(event, old, errors);
      Event before = Event.of(old);
      if (!at.series().tree().equals(before.series().tree())) {
        series(at.series(), errors);
      }
      FixedFields.validate(at, before, errors);
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, prefix);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode event) {
    Map<String, String> out = new LinkedHashMap<>();
    ObjectReference about = Event.of(event).involvedObject();
    for (String field :
        List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
      out.put(object + "." + field, about.tree().path(field).asText());
    }
    out.put("reason", Event.of(event).reason().text());
    String source = Event.of(event).source().component().text();
    out.put(reporter, Event.of(event).reportingComponent().text());
    out.put("source", source.isEmpty() ? Event.of(event).reportingComponent().text() : source);
    out.put("type", Event.of(event).type().text());
    return out;
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of(
        object + ".kind",
        object + ".namespace",
        object + ".name",
        object + ".uid",
        object + ".apiVersion",
        object + ".resourceVersion",
        object + ".fieldPath",
        "reason",
        reporter,
        "source",
        "type");
  }
}
