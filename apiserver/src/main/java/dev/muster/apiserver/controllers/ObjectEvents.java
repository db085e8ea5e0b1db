package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;

/** Events about objects, in a controller's name. */
final class ObjectEvents {
  private final Writer writer;
  private final Kind events;
  private final InstantSource clock;
  private final String component;

  ObjectEvents(Writer writer, Kinds kinds, InstantSource clock, String component) {
    this.writer = writer;
    this.events = kinds.byKind("v1", "Event").orElseThrow();
    this.clock = clock;
    this.component = component;
  }

  /**
   * @param type Normal or Warning
   */
  void tell(Kind kind, StoredObject about, String type, String reason, String message) {
    ObjectNode metadata = (ObjectNode) about.tree().get("metadata");
    String name = metadata.path("name").asText();
    String namespace = metadata.path("namespace").asText("default");
    Instant now = clock.instant();
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .putObject("metadata")
        .put("name", name + "." + Long.toHexString(ThreadLocalRandom.current().nextLong()))
        .put("namespace", namespace);
    ObjectNode object = event.putObject("involvedObject");
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion()).put("name", name);
    if (metadata.has("namespace")) {
      object.put("namespace", namespace);
    }
    object.set("uid", metadata.path("uid"));
    event.put("reason", reason).put("message", message).put("type", type).put("count", 1L);
    event.put("firstTimestamp", Times.seconds(now)).put("lastTimestamp", Times.seconds(now));
    event.putObject("source").put("component", component);
    event.put("reportingComponent", component);
    writer.create(events, namespace, event);
  }
}
