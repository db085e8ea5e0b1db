package dev.muster.admission.matching;

import dev.muster.cel.Bindings;
import dev.muster.cel.Budget;
import dev.muster.cel.Compilation;
import dev.muster.cel.Evaluation;
import dev.muster.cel.Expression;
import dev.muster.cel.ExpressionCompiler;
import dev.muster.cel.ResultType;
import dev.muster.views.AdmissionregistrationV1.MatchCondition;
import java.util.ArrayList;
import java.util.List;

/** {@code matchConditions}: all of them have to hold. */
public final class MatchConditions {
  private final List<Expression> conditions;
  private final List<String> faults;

  private MatchConditions(List<Expression> conditions, List<String> faults) {
    this.conditions = conditions;
    this.faults = faults;
  }

  /** What the conditions say about a request. */
  public sealed interface Outcome {
    record Decided(boolean matches) implements Outcome {}

    /** Not to be decided, and why; the failure policy says what then. */
    record Undecided(String why) implements Outcome {}
  }

  public static MatchConditions compile(List<MatchCondition> list, ExpressionCompiler compiler) {
    List<Expression> compiled = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (MatchCondition condition : list) {
      switch (compiler.compile(condition.expression().text().strip(), ResultType.BOOL)) {
        case Compilation.Compiled c -> compiled.add(c.expression());
        case Compilation.Refused r -> faults.add("compilation error: " + r.detail());
      }
    }
    return new MatchConditions(List.copyOf(compiled), List.copyOf(faults));
  }

  /** One condition that does not hold decides, even where another one cannot be evaluated. */
  public Outcome evaluate(Bindings bindings) {
    List<String> errors = new ArrayList<>(faults);
    Budget budget = new Budget(Budget.MATCH_CONDITIONS);
    for (Expression condition : conditions) {
      switch (condition.evaluate(bindings, budget)) {
        case Evaluation.Value v -> {
          if (!v.isTrue()) {
            return new Outcome.Decided(false);
          }
        }
        case Evaluation.Failed f -> errors.add(f.message());
        case Evaluation.OutOfBudget o -> {
          return new Outcome.Undecided(Evaluation.OutOfBudget.MESSAGE);
        }
      }
    }
    return errors.isEmpty()
        ? new Outcome.Decided(true)
        : new Outcome.Undecided(
            errors.size() == 1 ? errors.getFirst() : "[" + String.join(", ", errors) + "]");
  }
}
