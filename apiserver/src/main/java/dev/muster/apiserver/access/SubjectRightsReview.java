package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.EscalationPaths;
import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.EscalationTree;
import dev.muster.access.tree.RightTree;
import dev.muster.apiserver.reviews.AccessQuestion;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.model.field.Errors;
import dev.muster.views.AccessV1.MutableSubjectAccess;
import dev.muster.views.AccessV1.MutableSubjectAccessStatus;
import dev.muster.views.AccessV1.SubjectAccess;
import dev.muster.views.AccessV1.SubjectAccessSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * SubjectAccess: all that roles and bindings allow somebody, what of it is dangerous, and how it
 * leads to more.
 */
final class SubjectRightsReview implements Review {
  private final DecidingChain chain;
  private final ClusterInventory inventory;

  SubjectRightsReview(DecidingChain chain, ClusterInventory inventory) {
    this.chain = chain;
    this.inventory = inventory;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    AskedRevision.validate(SubjectAccess.of(review).spec().revision(), errors);
    AccessGroupReviews.refuse("SubjectAccess", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    SubjectAccessSpec spec = SubjectAccess.of(review).spec();
    SubjectAccessReviewSpec subject = new SubjectAccessReviewSpec(spec.at());
    User user = AccessGroupReviews.oneself(subject) ? asker : AccessQuestion.subject(subject);
    PolicyAt policy = AskedRevision.policy(spec.revision(), chain.policies());
    List<HeldRight> all = Rights.of(policy.policy(), user);
    MutableSubjectAccessStatus status =
        MutableSubjectAccessStatus.create()
            .rights(RightTree.of(all.stream().limit(AnswerLimits.ENTRIES).toList()));
    if (user.groups().contains(User.MASTERS)) {
      status.notes().replaceList().add("members of system:masters may do anything");
    } else {
      becomeMore(policy.policy(), user, AskedRevision.given(spec.revision()), status);
    }
    AnswerLimits.finish(status.tree(), all.size(), policy, chain);
    return MutableSubjectAccess.of(review).status(status).tree();
  }

  private void becomeMore(
      RbacSnapshot policy, User user, boolean past, MutableSubjectAccessStatus status) {
    ClusterInventory.Known known = inventory.now();
    EscalationPaths ways = EscalationPaths.of(policy, user, known.inventory());
    status.escalationPaths(EscalationTree.of(ways.paths()));
    Set<String> notes = new LinkedHashSet<>(known.notes());
    notes.addAll(ways.notes());
    if (past) {
      notes.add("ways to become more are by the service accounts and pods of now");
    }
    notes.forEach(status.notes().list()::add);
  }
}
