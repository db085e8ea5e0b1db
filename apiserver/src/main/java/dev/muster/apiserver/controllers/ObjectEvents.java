package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.views.CoreV1.MutableEvent;
import dev.muster.views.CoreV1.MutableObjectReference;
import dev.muster.views.MetaV1.ObjectMeta;
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
    ObjectMeta metadata = ObjectMeta.ofObject(about.tree());
    String name = metadata.name().text();
    boolean placed = metadata.namespace().present();
    String namespace = placed ? metadata.namespace().text() : "default";
    String now = Times.seconds(clock.instant());
    MutableEvent event = MutableEvent.create();
    event
        .metadata()
        .ensure()
        .name(name + "." + Long.toHexString(ThreadLocalRandom.current().nextLong()))
        .namespace(namespace);
    MutableObjectReference object = event.involvedObject().ensure();
    object.kind(kind.kind()).apiVersion(kind.apiVersion()).name(name);
    if (placed) {
      object.namespace(namespace);
    }
    object.uid(metadata.uid().text());
    event.reason(reason).message(message).type(type).count(1);
    event.firstTimestamp(now).lastTimestamp(now);
    event.source().ensure().component(component);
    event.reportingComponent(component);
    writer.create(events, namespace, event.tree());
  }
}
