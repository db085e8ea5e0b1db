package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.codec.Times;
import java.time.InstantSource;

/** Who am I? */
final class SelfReview implements Review {
  private final InstantSource clock;

  SelfReview(InstantSource clock) {
    this.clock = clock;
  }

  /** Nothing of the question but its type is in the answer. */
  @Override
  public ObjectNode answer(User asker, ObjectNode question) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("kind", question.get("kind"));
    answer.set("apiVersion", question.get("apiVersion"));
    answer.putObject("metadata").put("creationTimestamp", Times.seconds(clock.instant()));
    answer.putObject("status").set("userInfo", UserInfo.write(asker));
    return answer;
  }
}
