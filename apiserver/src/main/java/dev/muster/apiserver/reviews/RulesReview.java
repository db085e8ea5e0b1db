package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.model.status.Status;
import dev.muster.views.AuthorizationV1.MutableNonResourceRule;
import dev.muster.views.AuthorizationV1.MutableResourceRule;
import dev.muster.views.AuthorizationV1.MutableSelfSubjectRulesReview;
import dev.muster.views.AuthorizationV1.MutableSubjectRulesReviewStatus;
import dev.muster.views.AuthorizationV1.SelfSubjectRulesReview;
import dev.muster.views.TreeField;
import java.util.List;

/** What may I do in a namespace? */
final class RulesReview implements Review {
  private final RuleResolver resolver;

  RulesReview(RuleResolver resolver) {
    this.resolver = resolver;
  }

  @Override
  public void validate(ObjectNode review) {
    if (SelfSubjectRulesReview.of(review).spec().namespace().text().isEmpty()) {
      throw Status.badRequest("no namespace on request").exception();
    }
  }

  /** Nothing of the review but its type is in the answer. */
  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    SelfSubjectRulesReview asked = SelfSubjectRulesReview.of(review);
    MutableSelfSubjectRulesReview answer =
        MutableSelfSubjectRulesReview.create()
            .kind(asked.kind().text())
            .apiVersion(asked.apiVersion().text());
    answer.metadata().ensure();
    answer.spec().ensure();
    write(resolver.rulesFor(asker, asked.spec().namespace().text()), answer.status().ensure());
    return answer.tree();
  }

  private static void write(Rules rules, MutableSubjectRulesReviewStatus status) {
    status.resourceRules().list();
    for (Rules.ResourceRule rule : rules.resourceRules()) {
      MutableResourceRule one = status.resourceRules().add();
      rule.verbs().forEach(one.verbs().list()::add);
      put(one.apiGroups(), rule.apiGroups());
      put(one.resources(), rule.resources());
      put(one.resourceNames(), rule.resourceNames());
    }
    status.nonResourceRules().list();
    for (Rules.NonResourceRule rule : rules.nonResourceRules()) {
      MutableNonResourceRule one = status.nonResourceRules().add();
      rule.verbs().forEach(one.verbs().list()::add);
      put(one.nonResourceURLs(), rule.nonResourceURLs());
    }
    status.incomplete(rules.incomplete());
    if (!rules.evaluationError().isEmpty()) {
      status.evaluationError(rules.evaluationError());
    }
  }

  private static void put(TreeField field, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(field.list()::add);
    }
  }
}
