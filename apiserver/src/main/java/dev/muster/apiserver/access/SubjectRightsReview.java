package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.RightTree;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.List;

/** SubjectAccess: all that roles and bindings allow somebody, and what of it is dangerous. */
final class SubjectRightsReview implements Review {
  private final DecidingChain chain;

  SubjectRightsReview(DecidingChain chain) {
    this.chain = chain;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    AskedRevision.validate(At.root(review).get("spec"), errors);
    Questions.refuse("SubjectAccess", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    At spec = At.root(review).get("spec");
    User user =
        Questions.oneself(spec) ? asker : AccessQuestion.subject(new SubjectAccessReviewSpec(spec));
    PolicyAt policy = AskedRevision.policy(spec, chain.policies());
    List<HeldRight> all = Rights.of(policy.policy(), user);
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.set("rights", RightTree.of(all.stream().limit(AnswerLimits.ENTRIES).toList()));
    if (user.groups().contains(User.MASTERS)) {
      status.putArray("notes").add("members of system:masters may do anything");
    }
    AnswerLimits.finish(status, all.size(), policy, chain);
    review.set("status", status);
    return review;
  }
}
