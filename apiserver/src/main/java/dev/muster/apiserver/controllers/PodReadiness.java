package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import java.time.InstantSource;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Takes pods out of service whose node does not say how they are. */
record PodReadiness(Writer writer, Kinds kinds, InstantSource clock, ObjectEvents events) {

  void notReadyOn(String node) {
    Kind pods = kinds.byKind("v1", "Pod").orElseThrow();
    Iterator<Entry<StoredObject>> all =
        writer.registry().store().snapshot().range(pods.storagePrefix() + "/", "");
    while (all.hasNext()) {
      StoredObject pod = all.next().value();
      boolean there = pod.tree().path("spec").path("nodeName").asText().equals(node);
      if (there && ready(pod.tree()) != null) {
        JsonNode metadata = pod.tree().path("metadata");
        writer.change(
            pods,
            metadata.path("namespace").asText(),
            metadata.path("name").asText(),
            "status",
            this::notReady);
        events.tell(pods, pod, "Warning", "NodeNotReady", "Node is not ready");
      }
    }
  }

  /** The condition's reason and message stay those of the node. */
  private void notReady(ObjectNode pod) {
    ObjectNode ready = ready(pod);
    if (ready != null) {
      ready.put("status", "False");
      ready.put("lastTransitionTime", Times.seconds(clock.instant()));
    }
  }

  private static @Nullable ObjectNode ready(ObjectNode pod) {
    for (JsonNode condition : pod.path("status").path("conditions")) {
      if (condition instanceof ObjectNode object
          && object.path("type").asText().equals("Ready")
          && object.path("status").asText().equals("True")) {
        return object;
      }
    }
    return null;
  }
}
