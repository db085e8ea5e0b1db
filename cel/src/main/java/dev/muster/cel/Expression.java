package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.Optional;

/** A compiled expression. Immutable; evaluations may run side by side. */
public final class Expression {
  private final String text;
  private final CelRuntime.Program program;
  private final CelAbstractSyntaxTree tree;

  Expression(String text, CelRuntime.Program program, CelAbstractSyntaxTree tree) {
    this.text = text;
    this.program = program;
    this.tree = tree;
  }

  public String text() {
    return text;
  }

  CelType type() {
    return tree.getResultType();
  }

  /** Whether it uses a variable of this name. */
  boolean mentions(String variable) {
    return tree.getReferenceMap().values().stream()
        .anyMatch(reference -> reference.name().equals(variable));
  }

  /** Where a text that is given as a regular expression is none, if that is so. */
  Optional<String> badPattern() {
    return CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
        .map(node -> node.expr().call())
        .filter(call -> call.function().equals("matches") && !call.args().isEmpty())
        .map(call -> call.args().getLast())
        .filter(Expression::isNoPattern)
        .findFirst()
        .map(this::invalidArgument);
  }

  private static boolean isNoPattern(CelExpr argument) {
    if (argument.exprKind().getKind() != CelExpr.ExprKind.Kind.CONSTANT
        || argument.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
      return false;
    }
    try {
      Regex.finder(argument.constant().stringValue());
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  private String invalidArgument(CelExpr argument) {
    CelSourceLocation at =
        Optional.ofNullable(tree.getSource().getPositionsMap().get(argument.id()))
            .flatMap(tree.getSource()::getOffsetLocation)
            .orElse(CelSourceLocation.NONE);
    return CelIssue.formatError(at, "invalid matches argument").toDisplayString(tree.getSource());
  }

  /** What it may cost at most on values of this type. */
  long mostCost(DeclaredType self) {
    return new CostEstimate(tree, self).most();
  }

  /** Evaluates, at the cost of the budget. Never throws. */
  public Evaluation evaluate(Bindings bindings, Budget budget) {
    Evaluation outcome = run(bindings.values(budget), budget);
    return outcome instanceof Evaluation.Failed bare
        ? new Evaluation.Failed("expression '" + text + "' resulted in error: " + bare.message())
        : outcome;
  }

  /** As {@link #evaluate}; a failure's message is the bare fault. */
  Evaluation run(Map<String, Object> values, Budget budget) {
    CostMeter meter = new CostMeter();
    Evaluation outcome;
    try {
      outcome = new Evaluation.Value(program.trace(values, meter));
    } catch (CelEvaluationException e) {
      outcome = new Evaluation.Failed(Faults.message(e));
    } catch (CostMeter.LimitReached e) {
      outcome = new Evaluation.Failed("operation cancelled: actual cost limit exceeded");
    } catch (Bindings.BudgetSpent e) {
      return new Evaluation.OutOfBudget();
    } catch (StackOverflowError | RuntimeException e) {
      outcome = new Evaluation.Failed("internal error: " + e.getClass().getSimpleName());
    }
    return budget.spend(Math.min(meter.cost(), CostMeter.LIMIT))
        ? outcome
        : new Evaluation.OutOfBudget();
  }
}
