package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.resourcemetrics.UsageRate;
import dev.muster.base.go.GoDuration;
import dev.muster.model.scheme.Kind;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What objects of {@code metrics.k8s.io} have in common. */
final class UsageObjects {
  private UsageObjects() {}

  /** The beginning of one, about an object whose name and labels it bears. */
  static ObjectNode of(Kind kind, JsonNode about, UsageRate rate, InstantSource clock) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    ObjectNode metadata = object.putObject("metadata");
    JsonNode from = about.path("metadata");
    metadata.set("name", from.path("name"));
    if (kind.namespaced()) {
      metadata.set("namespace", from.path("namespace"));
    }
    metadata.put("creationTimestamp", seconds(clock.instant()));
    if (from.path("labels").isObject()) {
      metadata.set("labels", from.path("labels"));
    }
    object.put("timestamp", seconds(rate.at()));
    object.put("window", GoDuration.text(rate.window()));
    return object;
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static StoredObject stored(Kind kind, ObjectNode object) {
    return WriteOutcome.unwritten(kind, object, false).object();
  }
}
