package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.reviews.Review;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.InstantSource;

/** Reviews, which are answered and never stored: from a body to an answer. */
final class ReviewHandler implements Subresources.Handler {
  private final Bodies bodies;
  private final ManagedFields owners;
  private final WriteAdmission admission;
  private final Review review;
  private final InstantSource clock;

  ReviewHandler(
      Bodies bodies,
      ManagedFields owners,
      WriteAdmission admission,
      Review review,
      InstantSource clock) {
    this.bodies = bodies;
    this.owners = owners;
    this.admission = admission;
    this.review = review;
    this.clock = clock;
  }

  @Override
  public void handle(ResourceRequest request) {
    Kind kind = request.kind();
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    ObjectNode sent = request.read(bodies, Target.of(kind), options, request.warnings());
    request.exchange().understood(sent);
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(sent);
    metadata.uid().remove();
    metadata.selfLink().remove();
    metadata.creationTimestamp().remove();
    metadata.deletionTimestamp().remove();
    metadata.deletionGracePeriodSeconds().remove();
    ObjectPlacement.in(request.target().namespace(), metadata);
    owners.update(kind, null, sent, new Write(options.manager(), "", clock.instant()));
    WriteRequest asked = request.write(options, request.warnings());
    ObjectNode stored = kind.conversion().toStored(sent);
    admission.admit(Operation.CREATE, asked, stored, null);
    review.validate(stored);
    admission.validate(Operation.CREATE, asked, stored, null);
    ObjectNode answer = review.answer(request.user(), stored);
    Answers.created(request.exchange(), kind, kind.conversion().fromStored(answer));
  }
}
