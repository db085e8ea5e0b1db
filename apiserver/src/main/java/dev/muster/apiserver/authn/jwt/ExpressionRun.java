package dev.muster.apiserver.authn.jwt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authn.config.JwtConfiguration.ValidationRule;
import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The expressions of one token, which share a budget: what they may cost together is bounded,
 * however many there are. Belongs to one thread.
 */
final class ExpressionRun {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Bindings bindings;
  private final Budget budget = new Budget(Budget.POLICY);

  ExpressionRun(String variable, ObjectNode value) {
    this.bindings = new Bindings(Map.of()).withClaims(variable, value);
  }

  static ArrayNode texts(List<String> values) {
    ArrayNode texts = NODES.arrayNode(values.size());
    values.forEach(texts::add);
    return texts;
  }

  private Evaluation.Value value(Expression expression) throws TokenFault {
    return switch (expression.evaluate(bindings, budget)) {
      case Evaluation.Value found -> found;
      case Evaluation.Failed failed -> throw new TokenFault(failed.message());
      case Evaluation.OutOfBudget spent -> throw new TokenFault(Evaluation.OutOfBudget.MESSAGE);
    };
  }

  String text(Expression expression, String doing, String otherwise) throws TokenFault {
    if (valueWhile(doing, expression).value() instanceof String text) {
      return text;
    }
    throw new TokenFault(doing + otherwise);
  }

  private Evaluation.Value valueWhile(String doing, Expression expression) throws TokenFault {
    try {
      return value(expression);
    } catch (TokenFault e) {
      throw new TokenFault(doing + e.why());
    }
  }

  List<String> texts(Expression expression, String doing) throws TokenFault {
    return strings(valueWhile(doing, expression), doing);
  }

  List<String> extra(Expression expression) throws TokenFault {
    return strings(
        value(expression),
        "oidc: error evaluating extra claim expression: " + expression.text() + ": ");
  }

  /** A text or a list of texts, those that are empty left out; null is none. */
  private static List<String> strings(Evaluation.Value result, String doing) throws TokenFault {
    if (result.isNull()) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (Object one : result.value() instanceof List<?> all ? all : List.of(result.value())) {
      if (!(one instanceof String text)) {
        throw notTexts(doing);
      }
      if (!text.isEmpty()) {
        found.add(text);
      }
    }
    return found;
  }

  private static TokenFault notTexts(String doing) {
    return new TokenFault(doing + "expression must return a string or a list of strings");
  }

  /** Fails unless all are true; one that cannot be evaluated is worse than one that is false. */
  void check(List<ValidationRule> rules, String doing) throws TokenFault {
    List<Evaluation.Value> values = new ArrayList<>(rules.size());
    for (ValidationRule rule : rules) {
      values.add(valueWhile(doing, rule.expression()));
    }
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isTrue()) {
        ValidationRule rule = rules.get(i);
        throw new TokenFault(
            doing
                + "validation expression '%s' failed: %s"
                    .formatted(rule.expression().text(), rule.message()));
      }
    }
  }
}
