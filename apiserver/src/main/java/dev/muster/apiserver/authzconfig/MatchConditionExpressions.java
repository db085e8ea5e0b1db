package dev.muster.apiserver.authzconfig;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.User;
import dev.muster.authz.webhook.ReviewConditions;
import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Compilation;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import dev.muster.cel.ReviewExpressions;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code matchConditions}: expressions on what a webhook would be asked. */
final class MatchConditionExpressions implements ReviewConditions {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST = 64;

  private final List<Expression> conditions;

  private MatchConditionExpressions(List<Expression> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  /** The conditions of a list, and what is wrong with them. */
  static ReviewConditions compile(At list, Errors errors) {
    if (list.size() > MOST) {
      errors.tooMany(list.path(), list.size(), MOST);
      return NONE;
    }
    Set<String> seen = new HashSet<>();
    List<Expression> compiled = new ArrayList<>();
    for (At condition : list.each()) {
      At expression = condition.get("expression");
      if (expression.text().isBlank()) {
        errors.required(expression.path(), "");
      } else if (!seen.add(expression.text())) {
        errors.duplicate(expression);
      } else {
        switch (ReviewExpressions.compile(expression.text())) {
          case Compilation.Compiled good -> compiled.add(good.expression());
          case Compilation.Refused bad -> errors.invalid(expression, bad.detail());
        }
      }
    }
    return compiled.isEmpty() ? NONE : new MatchConditionExpressions(compiled);
  }

  /** Each condition has a budget of its own, and there are at most {@value #MOST}. */
  @Override
  public Outcome evaluate(Attributes request) {
    Bindings bindings = new Bindings(Map.of()).with("request", spec(request));
    List<String> problems = new ArrayList<>();
    for (Expression condition : conditions) {
      switch (condition.evaluate(bindings, new Budget(Budget.MATCH_CONDITIONS))) {
        case Evaluation.Value value -> {
          if (!value.isTrue()) {
            return new Outcome.Excluded(problems);
          }
        }
        case Evaluation.Failed failed -> problems.add("cel evaluation error: " + failed.message());
        case Evaluation.OutOfBudget spent ->
            problems.add("cel evaluation error: " + Evaluation.OutOfBudget.MESSAGE);
      }
    }
    return problems.isEmpty() ? Outcome.Applies.YES : new Outcome.Failed(problems);
  }

  /** The spec of the review in version v1, in which a text that is empty is there, too. */
  private static ObjectNode spec(Attributes request) {
    User user = request.user();
    ObjectNode spec = NODES.objectNode();
    spec.put("user", user.name()).put("uid", user.uid()).set("groups", texts(user.groups()));
    ObjectNode extra = spec.putObject("extra");
    user.extra().forEach((key, values) -> extra.set(key, texts(values)));
    if (!request.resourceRequest()) {
      spec.putObject("nonResourceAttributes")
          .put("verb", request.verb())
          .put("path", request.path());
      return spec;
    }
    ObjectNode resource =
        spec.putObject("resourceAttributes")
            .put("namespace", request.namespace())
            .put("verb", request.verb())
            .put("group", request.apiGroup())
            .put("version", request.apiVersion())
            .put("resource", request.resource())
            .put("subresource", request.subresource())
            .put("name", request.name());
    putSelector(resource, "fieldSelector", request.fieldSelector());
    putSelector(resource, "labelSelector", request.labelSelector());
    return spec;
  }

  private static void putSelector(
      ObjectNode resource, String field, List<SelectorRequirement> selector) {
    if (selector.isEmpty()) {
      return;
    }
    ArrayNode requirements = resource.putObject(field).putArray("requirements");
    for (SelectorRequirement one : selector) {
      requirements
          .addObject()
          .put("key", one.key())
          .put("operator", one.operator())
          .set("values", texts(one.values()));
    }
  }

  private static ArrayNode texts(List<String> values) {
    ArrayNode texts = NODES.arrayNode(values.size());
    values.forEach(texts::add);
    return texts;
  }
}
