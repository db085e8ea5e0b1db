package dev.muster.controllers.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.selector.LabelSelector;
import java.util.function.Function;

/**
 * Whatever happens to an object, its owner is reconciled, and the one before if that has changed;
 * of an orphan, every owner that might adopt it.
 *
 * @param owners who may own it
 * @param selector of an owner
 */
public record OwnersKeys(
    Informer owners, Function<JsonNode, LabelSelector> selector, WorkQueue queue)
    implements ObjectHandler {
  @Override
  public void added(ObjectNode object) {
    ownerOf(object);
    if (!Meta.isBeingDeleted(object)) {
      adoptersOf(object);
    }
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    if (Meta.version(before).equals(Meta.version(after))) {
      return;
    }
    boolean moved =
        !ControllerOwners.controllerUid(before).equals(ControllerOwners.controllerUid(after));
    if (moved) {
      ownerOf(before);
    }
    ownerOf(after);
    if (moved || !Meta.labels(before).equals(Meta.labels(after))) {
      adoptersOf(after);
    }
  }

  @Override
  public void deleted(ObjectNode last) {
    ownerOf(last);
  }

  private void ownerOf(ObjectNode object) {
    ControllerOwners.ownerKey(owners, object).ifPresent(queue::add);
  }

  private void adoptersOf(ObjectNode object) {
    if (!ControllerOwners.controllerUid(object).isEmpty()) {
      return;
    }
    for (ObjectNode owner : owners.inNamespace(Meta.namespace(object))) {
      LabelSelector of = selector.apply(owner);
      if (!of.isEmpty() && of.matchesObject(object)) {
        queue.add(Informer.key(owner));
      }
    }
  }
}
