package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.reviews.Review;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.time.InstantSource;
import java.util.List;

/** Questions that are answered and never stored: from a body to an answer. */
final class ReviewHandler implements Subresources.Handler {
  private final Bodies bodies;
  private final ManagedFields owners;
  private final Registry registry;
  private final Review review;
  private final InstantSource clock;

  ReviewHandler(
      Bodies bodies, ManagedFields owners, Registry registry, Review review, InstantSource clock) {
    this.bodies = bodies;
    this.owners = owners;
    this.registry = registry;
    this.review = review;
    this.clock = clock;
  }

  @Override
  public void handle(ResourceRequest request) {
    Kind kind = request.kind();
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    ObjectNode question = request.read(bodies, Target.of(kind), options, request.warnings());
    request.exchange().understood(question);
    ObjectNode metadata = question.withObjectProperty("metadata");
    metadata.remove(
        List.of(
            "uid",
            "selfLink",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds"));
    place(metadata, request.target().namespace());
    owners.update(kind, null, question, new Write(options.manager(), "", clock.instant()));
    WriteRequest asked = request.write(options, request.warnings());
    ObjectNode stored = kind.conversion().toStored(question);
    registry.admit(Operation.CREATE, asked, stored, null);
    review.validate(stored);
    registry.validateAdmission(Operation.CREATE, asked, stored, null);
    ObjectNode answer = review.answer(request.user(), stored);
    Answers.created(request.exchange(), kind, kind.conversion().fromStored(answer));
  }

  /** Puts what was sent where the URL says it belongs. */
  static void place(ObjectNode metadata, String namespace) {
    String own = metadata.path("namespace").asText();
    if (namespace.isEmpty()) {
      metadata.remove("namespace");
    } else if (own.isEmpty()) {
      metadata.put("namespace", namespace);
    } else if (!own.equals(namespace)) {
      throw Status.badRequest(
              "the namespace of the provided object does not match the namespace sent on the request")
          .exception();
    }
  }
}
