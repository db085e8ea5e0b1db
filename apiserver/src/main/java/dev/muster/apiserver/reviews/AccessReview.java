package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.model.field.Errors;
import dev.muster.model.status.Status;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewStatus;
import dev.muster.views.AuthorizationV1.NonResourceAttributes;
import dev.muster.views.AuthorizationV1.ResourceAttributes;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.ArrayList;
import java.util.List;

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
    MutableSubjectAccessReview.of(review).status(status(user, spec));
    return review;
  }

  private MutableSubjectAccessReviewStatus status(User user, SubjectAccessReviewSpec spec) {
    ResourceAttributes resource = spec.resourceAttributes();
    if (resource.absent()) {
      NonResourceAttributes path = spec.nonResourceAttributes();
      Attributes request = Attributes.nonResource(user, path.verb().text(), path.path().text());
      return status(authorizer.authorize(request), List.of());
    }
    SelectorReading fields = SelectorReading.ofFields(resource.fieldSelector());
    SelectorReading labels = SelectorReading.ofLabels(resource.labelSelector());
    Attributes request =
        new Attributes(
            user,
            resource.verb().text(),
            true,
            resource.group().text(),
            resource.version().present() ? resource.version().text() : "*",
            resource.resource().text(),
            resource.subresource().text(),
            resource.namespace().text(),
            resource.name().text(),
            "",
            fields.requirements(),
            labels.requirements());
    List<String> ignored = new ArrayList<>();
    fields.problem("fieldSelector").ifPresent(ignored::add);
    labels.problem("labelSelector").ifPresent(ignored::add);
    return status(authorizer.authorize(request), ignored);
  }

  private static MutableSubjectAccessReviewStatus status(Decision decision, List<String> ignored) {
    MutableSubjectAccessReviewStatus status =
        MutableSubjectAccessReviewStatus.create().allowed(decision.allowed());
    if (decision instanceof Decision.Deny) {
      status.denied(true);
    }
    if (!decision.reason().isEmpty()) {
      status.reason(decision.reason());
    }
    List<String> errors = new ArrayList<>();
    if (!decision.problems().isEmpty()) {
      errors.add(Problems.join(decision.problems()));
    }
    errors.addAll(ignored);
    if (!errors.isEmpty()) {
      status.evaluationError(String.join("; ", errors));
    }
    return status;
  }
}
