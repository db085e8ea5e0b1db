package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.access.change.AccessChange;
import dev.muster.access.change.PolicyAfter;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.policy.ManifestText;
import dev.muster.access.policy.PolicyDocument;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.access.question.KnownResources;
import dev.muster.access.tree.ChangeTree;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;

/** AccessChange: who would gain and lose what if roles and bindings were applied or deleted. */
final class ChangeReview implements Review {
  private static final int MOST_OBJECTS = 1_000;
  private static final int MOST_SUBJECTS = 10_000;
  private static final int MOST_NOTES = 100;

  private static final KnownResources RESOURCES = KnownResources.builtIn();

  private final DecidingChain chain;

  ChangeReview(DecidingChain chain) {
    this.chain = chain;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    At spec = At.root(review).get("spec");
    At objects = spec.get("objects");
    if (objects.empty() && spec.get("manifest").empty()) {
      errors.required(objects.path(), "what is to change");
    } else if (objects.size() > MOST_OBJECTS) {
      errors.tooMany(objects.path(), objects.size(), MOST_OBJECTS);
    }
    if (spec.get("delete").truth() && spec.get("prune").truth()) {
      errors.forbidden(spec.get("prune").path(), "may not be set together with delete");
    }
    AskedRevision.validate(spec, errors);
    Questions.refuse("AccessChange", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    At spec = At.root(review).get("spec");
    PolicyDocuments documents = documents(spec.get("objects"), spec.get("manifest").text());
    PolicyAt policy = AskedRevision.policy(spec, chain.policies());
    RbacSnapshot before = policy.policy();
    List<SubjectChange> all =
        AccessChange.between(before, PolicyAfter.of(before, documents.objects(), deed(spec)));
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.set("changes", ChangeTree.of(all.stream().limit(AnswerLimits.ENTRIES).toList()));
    status.put("dangerous", all.stream().anyMatch(SubjectChange::dangerous));
    documents.warnings().stream().limit(MOST_NOTES).forEach(status.withArrayProperty("notes")::add);
    AnswerLimits.finish(status, all.size(), policy, chain);
    review.set("status", status);
    return review;
  }

  private static PolicyAfter.Deed deed(At spec) {
    if (spec.get("delete").truth()) {
      return PolicyAfter.Deed.DELETE;
    }
    return spec.get("prune").truth() ? PolicyAfter.Deed.PRUNE : PolicyAfter.Deed.APPLY;
  }

  private static PolicyDocuments documents(At objects, String manifest) {
    List<PolicyDocument> sent = new ArrayList<>();
    for (At object : objects.each()) {
      if (object.node() instanceof ObjectNode tree) {
        sent.add(new PolicyDocument(object.path().toString(), tree));
      } else {
        throw refused(object.path(), "is no object");
      }
    }
    PolicyDocuments documents;
    try {
      sent.addAll(ManifestText.read("spec.manifest", manifest, MOST_OBJECTS));
      documents = PolicyDocuments.read(sent, RESOURCES);
    } catch (PolicyException e) {
      throw Status.badRequest(String.valueOf(e.getMessage())).exception();
    }
    long subjects =
        documents.objects().stream()
            .mapToLong(
                object -> object instanceof AnyBinding binding ? binding.subjects().size() : 0)
            .sum();
    if (subjects > MOST_SUBJECTS) {
      throw refused(objects.path(), "may name at most " + MOST_SUBJECTS + " subjects");
    }
    if (documents.objects().isEmpty()) {
      throw refused(objects.path(), "has no role or binding in it");
    }
    return documents;
  }

  private static RuntimeException refused(Path at, String why) {
    Errors errors = new Errors();
    errors.invalidWithoutValue(at, why);
    return Status.invalid(Questions.GROUP, "AccessChange", "", errors).exception();
  }
}
