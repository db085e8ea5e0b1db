package dev.muster.apiserver.handlers;

import dev.muster.apiserver.decisions.NotedDecision;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.model.scheme.Kind;
import dev.muster.views.AccessV1.MutableDecision;
import dev.muster.views.TextField;
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
    MutableDecision object = begun(kind, Long.toString(noted.number()), noted.number(), time);
    put(object.auditID(), noted.auditId());
    put(object.user(), noted.user());
    noted.groups().forEach(group -> object.groups().list().add(group));
    put(object.verb(), noted.verb());
    put(object.apiGroup(), noted.apiGroup());
    put(object.resource(), noted.resource());
    put(object.subresource(), noted.subresource());
    put(object.namespace(), noted.namespace());
    put(object.name(), noted.name());
    put(object.path(), noted.path());
    object.allowed(noted.allowed());
    put(object.reason(), noted.reason());
    object.code().setUnlessZero(noted.code());
    object.revision(Long.toString(noted.revision()));
    return WriteOutcome.unwritten(kind, object.tree(), false).object();
  }

  /** Stands for decisions that a reader was too slow for. */
  static StoredObject gap(Kind kind, long missed, long upTo, Instant now) {
    MutableDecision object = begun(kind, "missed-" + upTo, upTo, now);
    object.allowed(false).reason(missed + " decisions were missed").missed(missed);
    return WriteOutcome.unwritten(kind, object.tree(), false).object();
  }

  private static MutableDecision begun(Kind kind, String name, long number, Instant time) {
    MutableDecision object = MutableDecision.create();
    kind.putTypeMeta(object.tree());
    object
        .metadata()
        .ensure()
        .name(name)
        .resourceVersion(Long.toString(number))
        .creationTimestamp(time.truncatedTo(ChronoUnit.SECONDS).toString());
    return object.time(MICROS.format(time));
  }

  private static void put(TextField field, String value) {
    if (!value.isEmpty()) {
      field.set(value);
    }
  }
}
