package dev.muster.controllers.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;

/** Whatever happens to an object, it is reconciled. */
public record OwnKeys(WorkQueue queue) implements ObjectHandler {
  @Override
  public void added(ObjectNode object) {
    queue.add(Informer.key(object));
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    queue.add(Informer.key(after));
  }

  @Override
  public void deleted(ObjectNode last) {
    queue.add(Informer.key(last));
  }
}
