package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What Kubernetes works out when it makes a program of an expression: patterns that are written
 * out, and conversions of what is written out.
 */
final class Instantiation {
  private static final Set<String> PATTERNS = Set.of("find", "findAll");
  private static final Set<String> CONVERSIONS =
      Set.of("bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint");

  private Instantiation() {}

  /** The first fault, if there is any. */
  static Optional<String> fault(CelAbstractSyntaxTree tree, CelRuntime runtime) {
    return CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .filter(expr -> expr.exprKind().getKind() == CelExpr.ExprKind.Kind.CALL)
        .flatMap(expr -> fault(expr, tree, runtime).stream())
        .findFirst();
  }

  private static Optional<String> fault(
      CelExpr expr, CelAbstractSyntaxTree tree, CelRuntime runtime) {
    List<CelExpr> args = expr.call().args();
    if (args.isEmpty() || args.getFirst().exprKind().getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
      return Optional.empty();
    }
    if (PATTERNS.contains(expr.call().function())) {
      return pattern(args.getFirst().constant());
    }
    return args.size() == 1 && CONVERSIONS.contains(expr.call().function())
        ? conversion(expr, tree, runtime)
        : Optional.empty();
  }

  private static Optional<String> pattern(CelConstant constant) {
    if (constant.getKind() != CelConstant.Kind.STRING_VALUE) {
      return Optional.empty();
    }
    try {
      Regex.compile(constant.stringValue());
      return Optional.empty();
    } catch (FunctionFault e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> conversion(
      CelExpr expr, CelAbstractSyntaxTree tree, CelRuntime runtime) {
    try {
      runtime
          .createProgram(
              CelAbstractSyntaxTree.newCheckedAst(
                  expr, tree.getSource(), tree.getReferenceMap(), tree.getTypeMap()))
          .eval();
      return Optional.empty();
    } catch (CelEvaluationException e) {
      return Optional.of(Faults.message(e));
    }
  }
}
