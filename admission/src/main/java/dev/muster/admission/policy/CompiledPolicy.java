package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.admission.matching.RequestVariables;
import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Compilation;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.views.AdmissionregistrationV1;
import dev.muster.views.AdmissionregistrationV1.AuditAnnotation;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicySpec;
import dev.muster.views.AdmissionregistrationV1.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The expressions of one policy. Immutable. */
final class CompiledPolicy {
  private final Map<String, Expression> variables = new LinkedHashMap<>();
  private final List<Validation> validations = new ArrayList<>();
  private final Map<String, Rule> annotations = new LinkedHashMap<>();
  private final MatchConditions conditions;
  private final boolean lenient;

  /** An expression, or why there is none: stored policies may be older than today's rules. */
  private sealed interface Rule {
    record Ready(Expression expression) implements Rule {}

    record Broken(String why) implements Rule {}

    default Evaluation evaluate(Bindings bindings, Budget budget) {
      return switch (this) {
        case Ready ready -> ready.expression().evaluate(bindings, budget);
        case Broken broken -> new Evaluation.Failed("compilation error: " + broken.why());
      };
    }
  }

  private record Validation(
      Rule rule, String text, String message, Optional<Rule> messageRule, String reason) {}

  CompiledPolicy(ObjectNode policy) {
    ValidatingAdmissionPolicySpec spec =
        AdmissionregistrationV1.ValidatingAdmissionPolicy.of(policy).spec();
    this.lenient = spec.failurePolicy().text().equals("Ignore");
    boolean params = spec.paramKind().present();
    this.conditions =
        MatchConditions.compile(spec.matchConditions(), new ExpressionCompiler(params));
    ExpressionCompiler compiler = new ExpressionCompiler(params);
    for (Variable variable : spec.variables()) {
      if (rule(compiler.compile(variable.expression().text(), ResultType.ANY))
          instanceof Rule.Ready ready) {
        compiler.define(variable.name().text(), ready.expression());
        variables.put(variable.name().text(), ready.expression());
      }
    }
    for (AdmissionregistrationV1.Validation v : spec.validations()) {
      String message = v.messageExpression().text();
      validations.add(
          new Validation(
              rule(compiler.compile(v.expression().text(), ResultType.BOOL)),
              v.expression().text().strip(),
              v.message().text().strip(),
              message.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      rule(compiler.compileWithoutAuthorizer(message, ResultType.STRING))),
              v.reason().text()));
    }
    for (AuditAnnotation a : spec.auditAnnotations()) {
      annotations.put(
          a.key().text(),
          rule(compiler.compile(a.valueExpression().text().strip(), ResultType.STRING_OR_NULL)));
    }
  }

  private static Rule rule(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled c -> new Rule.Ready(c.expression());
      case Compilation.Refused r -> new Rule.Broken(r.detail());
    };
  }

  /** Applies the policy to a request with one set of parameters. */
  PolicyOutcome evaluate(RequestVariables request, @Nullable JsonNode params) {
    switch (conditions.evaluate(request.bindings(Map.of(), params))) {
      case MatchConditions.Outcome.Decided d -> {
        if (!d.matches()) {
          return PolicyOutcome.NOTHING;
        }
      }
      case MatchConditions.Outcome.Undecided u -> {
        return undecided(u.why());
      }
    }
    Bindings bindings = request.bindings(variables, params);
    Budget budget = new Budget(Budget.POLICY);
    List<PolicyOutcome.Denial> denials = new ArrayList<>();
    for (int i = 0; i < validations.size(); i++) {
      Validation validation = validations.get(i);
      switch (validation.rule().evaluate(bindings, budget)) {
        case Evaluation.Value v -> {
          if (!v.isTrue()) {
            String reason = validation.reason().isEmpty() ? "Invalid" : validation.reason();
            denials.add(new PolicyOutcome.Denial(i, message(validation, bindings, budget), reason));
          }
        }
        case Evaluation.Failed f -> {
          if (!lenient) {
            denials.add(new PolicyOutcome.Denial(i, f.message(), ""));
          }
        }
        case Evaluation.OutOfBudget o -> {
          return undecided(Evaluation.OutOfBudget.MESSAGE);
        }
      }
    }
    return annotated(bindings, denials);
  }

  private PolicyOutcome undecided(String why) {
    return lenient
        ? PolicyOutcome.NOTHING
        : new PolicyOutcome(List.of(new PolicyOutcome.Denial(0, why, "")), Map.of(), List.of());
  }

  private static String message(Validation validation, Bindings bindings, Budget budget) {
    String computed = "";
    if (validation.messageRule().isPresent()) {
      switch (validation.messageRule().get().evaluate(bindings, budget)) {
        case Evaluation.Value v -> computed = v.value() instanceof String s ? s.strip() : "";
        case Evaluation.Failed f -> {}
        case Evaluation.OutOfBudget o -> {
          return "failed messageExpression: " + Evaluation.OutOfBudget.MESSAGE;
        }
      }
    }
    if (!computed.isEmpty() && computed.length() <= 5 * 1024 && computed.indexOf('\n') < 0) {
      return computed;
    }
    return validation.message().isEmpty()
        ? "failed expression: " + validation.text()
        : validation.message();
  }

  private PolicyOutcome annotated(Bindings bindings, List<PolicyOutcome.Denial> denials) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    Budget budget = new Budget(Budget.POLICY);
    annotations.forEach(
        (key, rule) -> {
          switch (rule.evaluate(bindings, budget)) {
            case Evaluation.Value v -> {
              if (v.value() instanceof String text && !text.isBlank()) {
                values.put(key, text.strip());
              }
            }
            case Evaluation.Failed f -> faults.add(f.message());
            case Evaluation.OutOfBudget o -> faults.add(Evaluation.OutOfBudget.MESSAGE);
          }
        });
    return new PolicyOutcome(denials, values, lenient ? List.of() : faults);
  }
}
