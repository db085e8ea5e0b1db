package dev.muster.apiserver.access;

import dev.muster.apiserver.reviews.Review;
import dev.muster.model.field.Errors;
import dev.muster.model.status.Status;
import dev.muster.views.AuthorizationV1.SubjectAccessReviewSpec;
import java.util.Map;

/** The kinds of {@code access.muster.dev} that explain, all but the lists of reviews. */
public final class AccessGroupReviews {
  /** The API group. */
  public static final String GROUP = "access.muster.dev";

  private AccessGroupReviews() {}

  /** By the plurals of their kinds, with the group. */
  public static Map<String, Review> all(
      DecidingChain chain, AdmissionTrial trial, ClusterInventory inventory) {
    return Map.of(
        "accessexplanations." + GROUP, new ExplanationReview(chain, trial),
        "whocans." + GROUP, new WhoCanReview(chain),
        "subjectaccesses." + GROUP, new SubjectRightsReview(chain, inventory),
        "accesschanges." + GROUP, new ChangeReview(chain, inventory));
  }

  /** Whether a question is about whoever asks: it says nothing about anybody. */
  static boolean oneself(SubjectAccessReviewSpec asked) {
    return asked.user().text().isEmpty()
        && asked.groups().empty()
        && asked.uid().text().isEmpty()
        && asked.extra().empty();
  }

  static void refuse(String kind, Errors errors) {
    if (!errors.isEmpty()) {
      throw Status.invalid(GROUP, kind, "", errors).exception();
    }
  }
}
