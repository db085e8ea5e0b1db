package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;

/** A question to the server's own authorizers. */
final class TrialReview {
  static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private TrialReview() {}

  static ObjectNode of(Attributes asked) {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec");
    spec.put("user", asked.user().name());
    asked.user().groups().forEach(spec.putArray("groups")::add);
    if (asked.resourceRequest()) {
      spec.putObject("resourceAttributes")
          .put("verb", asked.verb())
          .put("group", asked.apiGroup())
          .put("version", asked.apiVersion())
          .put("resource", asked.resource())
          .put("subresource", asked.subresource())
          .put("namespace", asked.namespace())
          .put("name", asked.name());
    } else {
      spec.putObject("nonResourceAttributes").put("verb", asked.verb()).put("path", asked.path());
    }
    return review;
  }
}
