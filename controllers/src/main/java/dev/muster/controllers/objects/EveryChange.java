package dev.muster.controllers.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.function.Consumer;

/**
 * Shows every change of an object to one consumer: as it is, and as it was before, for what it
 * belonged to then is concerned as well.
 */
public record EveryChange(Consumer<ObjectNode> consumer) implements ObjectHandler {
  @Override
  public void added(ObjectNode object) {
    consumer.accept(object);
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    if (!ObjectMeta.ofObject(before).tree().equals(ObjectMeta.ofObject(after).tree())) {
      consumer.accept(before);
    }
    consumer.accept(after);
  }

  @Override
  public void deleted(ObjectNode last) {
    consumer.accept(last);
  }
}
