package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.access.change.AbacDocuments;
import dev.muster.access.change.ChangeReport;
import dev.muster.access.change.PolicyAfter;
import dev.muster.access.change.PolicyObjectChanges;
import dev.muster.access.change.PolicyState;
import dev.muster.access.escalation.Inventory;
import dev.muster.access.policy.ManifestText;
import dev.muster.access.policy.PolicyDocument;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.access.question.KnownResources;
import dev.muster.access.tree.ChangeTree;
import dev.muster.apiserver.reviews.Review;
import dev.muster.authz.User;
import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.AccessV1.AccessChange;
import dev.muster.views.AccessV1.AccessChangeSpec;
import dev.muster.views.AccessV1.MutableAccessChange;
import dev.muster.views.AccessV1.MutableAccessChangeStatus;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * AccessChange: who would gain and lose what, or ways to it, if roles, bindings and what admission
 * goes by were applied or deleted.
 */
final class ChangeReview implements Review {
  private static final int MOST_OBJECTS = 1_000;
  private static final int MOST_SUBJECTS = 10_000;
  private static final int MOST_NOTES = 100;

  private static final KnownResources RESOURCES = KnownResources.builtIn();

  private final DecidingChain chain;
  private final ClusterInventory inventory;

  /** Everything in a question, with the roles and bindings among it, and the lines of ABAC. */
  private record Asked(List<ObjectNode> objects, PolicyDocuments policy, List<PolicyLine> lines) {}

  ChangeReview(DecidingChain chain, ClusterInventory inventory) {
    this.chain = chain;
    this.inventory = inventory;
  }

  @Override
  public void validate(ObjectNode review) {
    Errors errors = new Errors();
    AccessChangeSpec spec = AccessChange.of(review).spec();
    At objects = spec.objects();
    if (objects.empty() && spec.manifest().empty()) {
      errors.required(objects.path(), "what is to change");
    } else if (objects.size() > MOST_OBJECTS) {
      errors.tooMany(objects.path(), objects.size(), MOST_OBJECTS);
    }
    if (spec.delete().truth() && spec.prune().truth()) {
      errors.forbidden(spec.prune().path(), "may not be set together with delete");
    }
    AskedRevision.validate(spec.revision(), errors);
    AccessGroupReviews.refuse("AccessChange", errors);
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    AccessChangeSpec spec = AccessChange.of(review).spec();
    Asked asked = asked(spec.objects(), spec.manifest().text());
    PolicyAt policy = AskedRevision.policy(spec.revision(), chain.policies());
    ChangeReport report =
        report(
            asked,
            policy.policy(),
            PolicyAfter.Deed.of(spec.delete().truth(), spec.prune().truth()));
    ObjectNode tree = ChangeTree.of(report.first(AnswerLimits.ENTRIES));
    MutableAccessChangeStatus status =
        MutableAccessChangeStatus.of(tree).dangerous(report.dangerous());
    ArrayNode notes = status.notes().list();
    asked.policy().warnings().stream().limit(MOST_NOTES).forEach(notes::add);
    if (!asked.lines().isEmpty()) {
      notes.add("which lines of ABAC count already is not looked at");
    }
    if (AskedRevision.given(spec.revision())) {
      notes.add("what is no role or binding is that of now");
    }
    AnswerLimits.finish(tree, report.subjects().size(), policy, chain);
    return MutableAccessChange.of(review).status(status).tree();
  }

  private ChangeReport report(Asked asked, RbacSnapshot roles, PolicyAfter.Deed deed) {
    boolean deletes = deed == PolicyAfter.Deed.DELETE;
    PolicyState before = PolicyState.of(roles, asked.lines(), deletes);
    if (asked.policy().objects().isEmpty() && asked.lines().isEmpty()) {
      return ChangeReport.between(before, before, objects(asked, deed), Inventory.NONE, List.of());
    }
    PolicyState after =
        PolicyState.of(
            PolicyAfter.of(roles, asked.policy().objects(), deed), asked.lines(), !deletes);
    ClusterInventory.Known known = inventory.now();
    return ChangeReport.between(
        before, after, objects(asked, deed), known.inventory(), known.notes());
  }

  private PolicyObjectChanges objects(Asked asked, PolicyAfter.Deed deed) {
    Set<String> kinds =
        asked.objects().stream()
            .filter(PolicyObjectChanges::isPolicy)
            .map(object -> PartialObjectMetadata.of(object).kind().text())
            .collect(Collectors.toSet());
    return new PolicyObjectChanges(inventory.policies(kinds), asked.objects(), deed);
  }

  private static Asked asked(At objects, String manifest) {
    List<PolicyDocument> sent = new ArrayList<>();
    for (At object : objects.each()) {
      if (object.node() instanceof ObjectNode tree) {
        sent.add(new PolicyDocument(object.path().toString(), tree));
      } else {
        throw refused(object.path(), "is no object");
      }
    }
    PolicyDocuments documents;
    List<PolicyLine> lines;
    try {
      sent.addAll(ManifestText.read("spec.manifest", manifest, MOST_OBJECTS));
      documents = PolicyDocuments.read(sent, RESOURCES);
      lines = AbacDocuments.lines(sent.stream().map(PolicyDocument::tree).toList());
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
    List<ObjectNode> trees = sent.stream().map(PolicyDocument::tree).toList();
    if (documents.objects().isEmpty() && !PolicyObjectChanges.decide(trees)) {
      throw refused(objects.path(), "has nothing in it that decides who may do what");
    }
    return new Asked(trees, documents, lines);
  }

  private static RuntimeException refused(Path at, String why) {
    Errors errors = new Errors();
    errors.invalidWithoutValue(at, why);
    return Status.invalid(AccessGroupReviews.GROUP, "AccessChange", "", errors).exception();
  }
}
