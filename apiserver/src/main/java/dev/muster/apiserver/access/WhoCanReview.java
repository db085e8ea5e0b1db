package dev.muster.apiserver.access;

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
import dev.muster.views.AccessV1.MutableWhoCan;
import dev.muster.views.AccessV1.MutableWhoCanStatus;
import dev.muster.views.AccessV1.WhoCan;
import dev.muster.views.AccessV1.WhoCanSpec;
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
    WhoCanSpec spec = WhoCan.of(review).spec();
    boolean resource = spec.resourceAttributes().present();
    if (resource == spec.nonResourceAttributes().present()) {
      errors.invalidWithoutValue(
          spec.at().path(),
          "exactly one of resourceAttributes and nonResourceAttributes must be specified");
    }
    At namespace = spec.resourceAttributes().namespace();
    if (spec.allNamespaces().truth() && !namespace.text().isEmpty()) {
      errors.invalidText(
          namespace.path(), namespace.text(), "must be empty if all namespaces are asked about");
    }
    AskedRevision.validate(spec.revision(), errors);
    AccessGroupReviews.refuse("WhoCan", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    WhoCanSpec spec = WhoCan.of(review).spec();
    Attributes request =
        AccessQuestion.of(NOBODY, new SubjectAccessReviewSpec(spec.at())).request();
    PolicyAt policy = AskedRevision.policy(spec.revision(), chain.policies());
    PolicyQuestions questions = new PolicyQuestions(policy.policy());
    List<Grantee> all =
        spec.allNamespaces().truth()
            ? questions.whoCanAnywhere(request)
            : questions.whoCan(request);
    List<Grantee> told = all.stream().limit(AnswerLimits.ENTRIES).map(WhoCanReview::brief).toList();
    MutableWhoCanStatus status = MutableWhoCanStatus.create().subjects(GranteeTree.of(told));
    AnswerLimits.finish(status.tree(), all.size(), policy, chain);
    return MutableWhoCan.of(review).status(status).tree();
  }

  /** Each of the grants allows it: a few will do. */
  private static Grantee brief(Grantee grantee) {
    return grantee.grants().size() <= MOST_GRANTS
        ? grantee
        : new Grantee(grantee.subject(), grantee.grants().subList(0, MOST_GRANTS));
  }
}
