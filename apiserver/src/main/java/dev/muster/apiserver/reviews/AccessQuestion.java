package dev.muster.apiserver.reviews;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewStatus;
import dev.muster.views.AuthorizationV1.NonResourceAttributes;
import dev.muster.views.AuthorizationV1.ResourceAttributes;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What a review asks of the authorizers.
 *
 * @param ignored what of the review could not be understood and does not count
 */
public record AccessQuestion(Attributes request, List<String> ignored) {
  public AccessQuestion {
    ignored = List.copyOf(ignored);
  }

  /** Whom a review is about, as it says itself. */
  public static User subject(SubjectAccessReviewSpec spec) {
    return UserInfo.read(spec);
  }

  /** The question of a valid review, about a user. */
  public static AccessQuestion of(User user, SubjectAccessReviewSpec spec) {
    return spec.resourceAttributes().present()
        ? of(user, spec.resourceAttributes())
        : of(user, spec.nonResourceAttributes());
  }

  private static AccessQuestion of(User user, NonResourceAttributes path) {
    return new AccessQuestion(
        Attributes.nonResource(user, path.verb().text(), path.path().text()), List.of());
  }

  private static AccessQuestion of(User user, ResourceAttributes resource) {
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
    return new AccessQuestion(request, ignored);
  }

  /** The answer to a decision on it. */
  MutableSubjectAccessReviewStatus status(Decision decision) {
    MutableSubjectAccessReviewStatus status =
        MutableSubjectAccessReviewStatus.create().allowed(decision.allowed());
    if (decision instanceof Decision.Deny) {
      status.denied(true);
    }
    if (!decision.reason().isEmpty()) {
      status.reason(decision.reason());
    }
    String error = evaluationError(decision);
    if (!error.isEmpty()) {
      status.evaluationError(error);
    }
    return status;
  }

  /** What went wrong on the way; empty if nothing did. */
  public String evaluationError(Decision decision) {
    List<String> errors = new ArrayList<>();
    if (!decision.problems().isEmpty()) {
      errors.add(Problems.join(decision.problems()));
    }
    errors.addAll(ignored);
    return String.join("; ", errors);
  }
}
