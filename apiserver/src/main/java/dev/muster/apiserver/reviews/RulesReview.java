package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.model.status.Status;
import java.util.List;

/** What may I do in a namespace? */
final class RulesReview implements Review {
  private final RuleResolver resolver;

  RulesReview(RuleResolver resolver) {
    this.resolver = resolver;
  }

  @Override
  public void validate(ObjectNode question) {
    if (question.path("spec").path("namespace").asText().isEmpty()) {
      throw Status.badRequest("no namespace on request").exception();
    }
  }

  /** Nothing of the question but its type is in the answer. */
  @Override
  public ObjectNode answer(User asker, ObjectNode question) {
    String namespace = question.path("spec").path("namespace").asText();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.set("kind", question.get("kind"));
    answer.set("apiVersion", question.get("apiVersion"));
    answer.putObject("metadata");
    answer.putObject("spec");
    write(resolver.rulesFor(asker, namespace), answer.putObject("status"));
    return answer;
  }

  private static void write(Rules rules, ObjectNode status) {
    ArrayNode resources = status.putArray("resourceRules");
    for (Rules.ResourceRule rule : rules.resourceRules()) {
      ObjectNode one = resources.addObject();
      rule.verbs().forEach(one.putArray("verbs")::add);
      put(one, "apiGroups", rule.apiGroups());
      put(one, "resources", rule.resources());
      put(one, "resourceNames", rule.resourceNames());
    }
    ArrayNode paths = status.putArray("nonResourceRules");
    for (Rules.NonResourceRule rule : rules.nonResourceRules()) {
      ObjectNode one = paths.addObject();
      rule.verbs().forEach(one.putArray("verbs")::add);
      put(one, "nonResourceURLs", rule.nonResourceURLs());
    }
    status.put("incomplete", rules.incomplete());
    if (!rules.evaluationError().isEmpty()) {
      status.put("evaluationError", rules.evaluationError());
    }
  }

  private static void put(ObjectNode rule, String field, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(rule.putArray(field)::add);
    }
  }
}
