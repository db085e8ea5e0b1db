package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Strategy;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;

/** Objects as their kind's strategy wants them, with the metadata that clients cannot set. */
final class Preparation {
  private Preparation() {}

  static void prepare(Attempt attempt) {
    // INVARIANT: what admission changed stays in the namespace that the request was authorized for
    ObjectPlacement.in(attempt.request().namespace(), attempt.metadata());
    ObjectNode old = attempt.old();
    if (old == null) {
      prepareForCreate(attempt);
    } else {
      prepareForUpdate(attempt.request(), attempt.object(), old);
    }
  }

  private static void prepareForCreate(Attempt attempt) {
    MutableObjectMeta metadata = attempt.metadata();
    if (metadata.name().absent() && metadata.generateName().present()) {
      metadata.name(GeneratedName.from(metadata.generateName().text()));
      attempt.generatedName();
    }
    Strategy strategy = attempt.request().asked().strategy();
    strategy.uncreatable().ifPresent(why -> refuse(attempt, why));
    strategy.earlyWarnings(attempt.object(), null).forEach(attempt.request().warn());
    strategy.prepareForCreate(attempt.object());
  }

  private static void refuse(Attempt attempt, String why) {
    Kind kind = attempt.request().kind();
    String name = attempt.metadata().name().text();
    throw Status.forbidden(kind.group(), kind.plural(), name, why).exception();
  }

  private static void prepareForUpdate(WriteRequest request, ObjectNode next, ObjectNode old) {
    Strategy strategy = request.asked().strategy();
    SystemFields.carryGeneration(next, old);
    if (request.subresource().isEmpty()) {
      strategy.earlyWarnings(next, old).forEach(request.warn());
      strategy.prepareForUpdate(next, old);
    } else {
      strategy.prepareForSubresourceUpdate(request.subresource(), next, old);
    }
    SystemFields.carryIdentity(next, old);
  }
}
