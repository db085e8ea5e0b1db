package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.model.field.Errors;
import dev.muster.model.status.Status;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;

/**
 * May someone do something? Answered by the authorizer that also judges requests. All kinds of it
 * are read as the one that is about anyone: it has what the others have.
 */
final class AccessReview implements Review {
  /** Whom a review can be about. */
  enum About {
    ANYONE,
    ANYONE_IN_NAMESPACE,
    ASKER
  }

  private final About about;
  private final Authorizer authorizer;

  AccessReview(About about, Authorizer authorizer) {
    this.about = about;
    this.authorizer = authorizer;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    AccessReviewRules.validate(about, SubjectAccessReview.of(review), errors);
    if (!errors.isEmpty()) {
      // the real server forgets the kind here, and clients see its words
      throw Status.invalid("authorization.k8s.io", "", "", errors).exception();
    }
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    SubjectAccessReviewSpec spec = SubjectAccessReview.of(review).spec();
    User user = about == About.ASKER ? asker : UserInfo.read(spec);
    AccessQuestion question = AccessQuestion.of(user, spec);
    MutableSubjectAccessReview.of(review)
        .status(question.status(authorizer.authorize(question.request())));
    return review;
  }
}
