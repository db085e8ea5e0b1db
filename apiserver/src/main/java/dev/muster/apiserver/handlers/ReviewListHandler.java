package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.reviews.ReviewLists;
import dev.muster.http.Body;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.MediaType;
import dev.muster.model.codec.Target;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SubjectAccessReviewLists: in JSON without trees where that will do. */
final class ReviewListHandler implements Subresources.Handler {
  private final Bodies bodies;
  private final ReviewLists lists;

  ReviewListHandler(Bodies bodies, ReviewLists lists) {
    this.bodies = bodies;
    this.lists = lists;
  }

  @Override
  public void handle(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    Accept accept = Accept.of(request.exchange().headers("Accept"), Answers::asItself);
    if (accept.format() == MediaType.JSON && isJson(request)) {
      byte[] sent = request.exchange().body(ResourceRequest.BODY_LIMIT);
      Optional<byte[]> answer = lists.answer(request.kind(), sent);
      if (answer.isPresent()) {
        request.exchange().patches(sent); // told as bytes, of which nobody makes a tree for nothing
        request
            .exchange()
            .respond(201, accept.contentType(), Body.of(answer.get()).add(Ascii.NEWLINE));
        return;
      }
    }
    ObjectNode sent = request.read(bodies, Target.of(request.kind()), options, request.warnings());
    request.exchange().understood(sent);
    Answers.created(request.exchange(), request.kind(), lists.answer(request.kind(), sent));
  }

  private static boolean isJson(ResourceRequest request) {
    @Nullable String type = request.exchange().header("Content-Type");
    return type != null && type.equals("application/json");
  }
}
