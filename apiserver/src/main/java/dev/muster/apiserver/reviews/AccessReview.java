package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** May someone do something? Answered by the authorizer that also judges requests. */
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
  public void validate(ObjectNode question) {
    Errors errors = new Errors();
    AccessReviewRules.validate(about, At.root(question), errors);
    if (!errors.isEmpty()) {
      // the real server forgets the kind here, and clients see its words
      throw Status.invalid("authorization.k8s.io", "", "", errors).exception();
    }
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode question) {
    At spec = At.root(question).get("spec");
    User user = about == About.ASKER ? asker : UserInfo.read(spec, "user");
    question.set("status", status(user, spec));
    return question;
  }

  private ObjectNode status(User user, At spec) {
    At resource = spec.get("resourceAttributes");
    if (resource.absent()) {
      At path = spec.get("nonResourceAttributes");
      Attributes request = Attributes.nonResource(user, path.text("verb"), path.text("path"));
      return status(authorizer.authorize(request), List.of());
    }
    SelectorReading fields = SelectorReading.ofFields(resource.get("fieldSelector"));
    SelectorReading labels = SelectorReading.ofLabels(resource.get("labelSelector"));
    Attributes request =
        new Attributes(
            user,
            resource.text("verb"),
            true,
            resource.text("group"),
            resource.has("version") ? resource.text("version") : "*",
            resource.text("resource"),
            resource.text("subresource"),
            resource.text("namespace"),
            resource.text("name"),
            "",
            fields.requirements(),
            labels.requirements());
    List<String> ignored = new ArrayList<>();
    fields.problem("fieldSelector").ifPresent(ignored::add);
    labels.problem("labelSelector").ifPresent(ignored::add);
    return status(authorizer.authorize(request), ignored);
  }

  private static ObjectNode status(Decision decision, List<String> ignored) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("allowed", decision.allowed());
    if (decision instanceof Decision.Deny) {
      status.put("denied", true);
    }
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    List<String> errors = new ArrayList<>();
    if (!decision.problems().isEmpty()) {
      errors.add(Problems.join(decision.problems()));
    }
    errors.addAll(ignored);
    if (!errors.isEmpty()) {
      status.put("evaluationError", String.join("; ", errors));
    }
    return status;
  }
}
