package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.codec.Times;
import dev.muster.views.AuthenticationV1.MutableSelfSubjectReview;
import dev.muster.views.AuthenticationV1.SelfSubjectReview;
import java.time.InstantSource;

/** Who am I? */
final class SelfReview implements Review {
  private final InstantSource clock;

  SelfReview(InstantSource clock) {
    this.clock = clock;
  }

  /** Nothing of the review but its type is in the answer. */
  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    SelfSubjectReview asked = SelfSubjectReview.of(review);
    MutableSelfSubjectReview answer =
        MutableSelfSubjectReview.create()
            .kind(asked.kind().text())
            .apiVersion(asked.apiVersion().text());
    answer.metadata().ensure().creationTimestamp(Times.seconds(clock.instant()));
    answer.status().ensure().userInfo(UserInfo.write(asker));
    return answer.tree();
  }
}
