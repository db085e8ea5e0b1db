package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reviews.Review;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;

/**
 * Questions of {@code access.muster.dev}: from a body to an answer. Admission is not asked: who
 * wants to know why something does not work must be answered when it is admission that is broken.
 */
final class QuestionHandler implements Subresources.Handler {
  private final Bodies bodies;
  private final Review question;

  QuestionHandler(Bodies bodies, Review question) {
    this.bodies = bodies;
    this.question = question;
  }

  @Override
  public void handle(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    ObjectNode sent = request.read(bodies, Target.of(request.kind()), options, request.warnings());
    request.exchange().understood(sent);
    sent.remove("status");
    question.validate(sent);
    ObjectNode answer = question.answer(request.user(), sent);
    Answers.created(request.exchange(), request.kind(), answer);
  }
}
