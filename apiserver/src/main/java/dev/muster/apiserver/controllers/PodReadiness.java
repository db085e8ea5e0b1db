package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.InstantSource;
import java.util.Iterator;

/** Takes pods out of service whose node does not say how they are. */
record PodReadiness(Writer writer, Kinds kinds, InstantSource clock, ObjectEvents events) {

  void notReadyOn(String node) {
    Kind pods = kinds.byKind("v1", "Pod").orElseThrow();
    Iterator<Entry<StoredObject>> all =
        writer.registry().store().snapshot().range(pods.storagePrefix() + "/", "");
    while (all.hasNext()) {
      StoredObject pod = all.next().value();
      Pod view = Pod.of(pod.tree());
      if (view.spec().nodeName().text().equals(node) && ready(view)) {
        ObjectMeta metadata = view.metadata();
        writer.change(
            pods, metadata.namespace().text(), metadata.name().text(), "status", this::notReady);
        events.tell(pods, pod, "Warning", "NodeNotReady", "Node is not ready");
      }
    }
  }

  /** The condition's reason and message stay those of the node. */
  private void notReady(ObjectNode pod) {
    MutablePod.of(pod).status().ensure().conditions().each().stream()
        .filter(c -> c.type().text().equals("Ready") && c.status().text().equals("True"))
        .findFirst()
        .ifPresent(
            ready -> ready.status("False").lastTransitionTime(Times.seconds(clock.instant())));
  }

  private static boolean ready(Pod pod) {
    return pod.status().conditions().stream()
        .anyMatch(c -> c.type().text().equals("Ready") && c.status().text().equals("True"));
  }
}
