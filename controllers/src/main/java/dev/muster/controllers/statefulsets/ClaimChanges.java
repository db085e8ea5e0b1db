package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.CoreV1.PersistentVolumeClaim;

/** A claim that comes or goes wakes the StatefulSet that it is named after. */
record ClaimChanges(Informer sets, WorkQueue queue) implements ObjectHandler {
  @Override
  public void added(ObjectNode claim) {
    wake(claim);
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    wake(after);
  }

  @Override
  public void deleted(ObjectNode last) {
    wake(last);
  }

  private void wake(JsonNode claim) {
    for (ObjectNode set : sets.inNamespace(Meta.namespace(claim))) {
      for (PersistentVolumeClaim template : StatefulSet.of(set).spec().volumeClaimTemplates()) {
        if (Meta.name(claim)
            .startsWith(template.metadata().name().text() + "-" + Meta.name(set) + "-")) {
          queue.add(Informer.key(set));
        }
      }
    }
  }
}
