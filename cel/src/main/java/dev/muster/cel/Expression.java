package dev.muster.cel;

import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;

/** A compiled expression. Immutable; evaluations may run side by side. */
public final class Expression {
  private final String text;
  private final CelRuntime.Program program;
  private final CelType type;

  Expression(String text, CelRuntime.Program program, CelType type) {
    this.text = text;
    this.program = program;
    this.type = type;
  }

  public String text() {
    return text;
  }

  CelType type() {
    return type;
  }

  /** Evaluates, at the cost of the budget. Never throws. */
  public Evaluation evaluate(Bindings bindings, Budget budget) {
    CostMeter meter = new CostMeter();
    Evaluation outcome;
    try {
      outcome = new Evaluation.Value(program.trace(bindings.values(budget), meter));
    } catch (CelEvaluationException e) {
      outcome = failed(Faults.message(e));
    } catch (CostMeter.LimitReached e) {
      outcome = failed("operation cancelled: actual cost limit exceeded");
    } catch (Bindings.BudgetSpent e) {
      return new Evaluation.OutOfBudget();
    } catch (StackOverflowError | RuntimeException e) {
      outcome = failed("internal error: " + e.getClass().getSimpleName());
    }
    return budget.spend(Math.min(meter.cost(), CostMeter.LIMIT))
        ? outcome
        : new Evaluation.OutOfBudget();
  }

  private Evaluation failed(String why) {
    return new Evaluation.Failed("expression '" + text + "' resulted in error: " + why);
  }
}
