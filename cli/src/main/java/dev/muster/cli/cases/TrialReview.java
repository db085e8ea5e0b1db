package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.cli.access.ReviewSpec;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;

/** A question to the server's own authorizers. */
final class TrialReview {
  static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private TrialReview() {}

  static ObjectNode of(Attributes asked) {
    return MutableSubjectAccessReview.create()
        .apiVersion("authorization.k8s.io/v1")
        .kind("SubjectAccessReview")
        .spec(ReviewSpec.of(asked))
        .tree();
  }
}
