package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.tree.GranteeTree;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.Grantee;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.List;

/** Whom roles and bindings allow something. */
final class WhoCanReview implements Review {
  private static final User NOBODY = User.of("");
  private static final int MOST_GRANTS = 20;

  private final DecidingChain chain;

  WhoCanReview(DecidingChain chain) {
    this.chain = chain;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    At spec = At.root(review).get("spec");
    boolean resource = spec.has("resourceAttributes");
    if (resource == spec.has("nonResourceAttributes")) {
      errors.invalidWithoutValue(
          spec.path(),
          "exactly one of resourceAttributes and nonResourceAttributes must be specified");
    }
    if (spec.get("allNamespaces").truth()
        && !spec.get("resourceAttributes").text("namespace").isEmpty()) {
      errors.invalidText(
          spec.get("resourceAttributes").get("namespace").path(),
          spec.get("resourceAttributes").text("namespace"),
          "must be empty if all namespaces are asked about");
    }
    AskedRevision.validate(spec, errors);
    Questions.refuse("WhoCan", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    At spec = At.root(review).get("spec");
    Attributes request = AccessQuestion.of(NOBODY, new SubjectAccessReviewSpec(spec)).request();
    PolicyAt policy = AskedRevision.policy(spec, chain.policies());
    PolicyQuestions questions = new PolicyQuestions(policy.policy());
    List<Grantee> all =
        spec.get("allNamespaces").truth()
            ? questions.whoCanAnywhere(request)
            : questions.whoCan(request);
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    List<Grantee> told = all.stream().limit(AnswerLimits.ENTRIES).map(WhoCanReview::brief).toList();
    status.set("subjects", GranteeTree.of(told));
    AnswerLimits.finish(status, all.size(), policy, chain);
    review.set("status", status);
    return review;
  }

  /** Each of the grants allows it: a few will do. */
  private static Grantee brief(Grantee grantee) {
    return grantee.grants().size() <= MOST_GRANTS
        ? grantee
        : new Grantee(grantee.subject(), grantee.grants().subList(0, MOST_GRANTS));
  }
}
