package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.decisions.NotedDecision;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.model.scheme.Kind;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Decisions as objects of the API. Their names are their numbers. */
final class DecisionObjects {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private DecisionObjects() {}

  static StoredObject of(Kind kind, NotedDecision noted) {
    Instant time = Instant.ofEpochMilli(noted.millis());
    ObjectNode object = begun(kind, Long.toString(noted.number()), noted.number(), time);
    put(object, "auditID", noted.auditId());
    put(object, "user", noted.user());
    if (!noted.groups().isEmpty()) {
      ArrayNode groups = object.putArray("groups");
      noted.groups().forEach(groups::add);
    }
    put(object, "verb", noted.verb());
    put(object, "apiGroup", noted.apiGroup());
    put(object, "resource", noted.resource());
    put(object, "subresource", noted.subresource());
    put(object, "namespace", noted.namespace());
    put(object, "name", noted.name());
    put(object, "path", noted.path());
    object.put("allowed", noted.allowed());
    put(object, "reason", noted.reason());
    if (noted.code() != 0) {
      object.put("code", noted.code());
    }
    object.put("revision", Long.toString(noted.revision()));
    return WriteOutcome.unwritten(kind, object, false).object();
  }

  /** Stands for decisions that a reader was too slow for. */
  static StoredObject gap(Kind kind, long missed, long upTo, Instant now) {
    ObjectNode object = begun(kind, "missed-" + upTo, upTo, now);
    object.put("allowed", false).put("reason", missed + " decisions were missed");
    object.put("missed", missed);
    return WriteOutcome.unwritten(kind, object, false).object();
  }

  private static ObjectNode begun(Kind kind, String name, long number, Instant time) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    object
        .putObject("metadata")
        .put("name", name)
        .put("resourceVersion", Long.toString(number))
        .put("creationTimestamp", time.truncatedTo(ChronoUnit.SECONDS).toString());
    object.put("time", MICROS.format(time));
    return object;
  }

  private static void put(ObjectNode object, String field, String value) {
    if (!value.isEmpty()) {
      object.put(field, value);
    }
  }
}
