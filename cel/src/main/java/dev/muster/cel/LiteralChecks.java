package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.muster.base.go.GoDuration;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Texts in an expression that could never be what the function around them makes of them, and lists
 * and maps of several types.
 */
final class LiteralChecks {
  private static final Map<String, Check> CHECKS =
      Map.of(
          "duration", LiteralChecks::duration,
          "timestamp", LiteralChecks::timestamp,
          "matches", LiteralChecks::regex);

  private LiteralChecks() {}

  @FunctionalInterface
  private interface Check {
    boolean good(String text);
  }

  record Fault(CelSourceLocation place, String message) {}

  /** What is wrong, as the compiler would show it, in the order of the text. */
  static List<String> faults(CelAbstractSyntaxTree tree) {
    List<CelNavigableExpr> nodes = CelNavigableAst.fromAst(tree).getRoot().allNodes().toList();
    Stream<Fault> texts =
        nodes.stream()
            .map(CelNavigableExpr::expr)
            .filter(expr -> expr.exprKind().getKind() == CelExpr.ExprKind.Kind.CALL)
            .flatMap(call -> fault(call.call(), tree).stream());
    return Stream.concat(texts, HomogeneousLiterals.faults(tree, nodes).stream())
        .sorted(
            Comparator.comparing(
                Fault::place,
                Comparator.comparing(CelSourceLocation::getLine)
                    .thenComparing(CelSourceLocation::getColumn)))
        .map(
            fault ->
                CelIssue.formatError(fault.place(), fault.message())
                    .toDisplayString(tree.getSource()))
        .distinct()
        .toList();
  }

  private static Optional<Fault> fault(CelExpr.CelCall call, CelAbstractSyntaxTree tree) {
    Check check = CHECKS.get(call.function());
    if (check == null || call.args().isEmpty()) {
      return Optional.empty();
    }
    CelExpr first = call.args().getFirst();
    return Stream.of(first)
        .filter(arg -> arg.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT)
        .map(CelExpr::constant)
        .filter(constant -> constant.getKind() == CelConstant.Kind.STRING_VALUE)
        .filter(constant -> !check.good(constant.stringValue()))
        .findFirst()
        .flatMap(bad -> place(tree, first))
        .map(place -> new Fault(place, "invalid " + call.function() + " argument"));
  }

  /** Where a part of the expression stands in its text. */
  static Optional<CelSourceLocation> place(CelAbstractSyntaxTree tree, CelExpr part) {
    return Optional.ofNullable(tree.getSource().getPositionsMap().get(part.id()))
        .flatMap(tree.getSource()::getOffsetLocation);
  }

  private static boolean duration(String text) {
    try {
      GoDuration.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean timestamp(String text) {
    try {
      int year = OffsetDateTime.parse(text).getYear();
      return year >= 1 && year <= 9999;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean regex(String text) {
    try {
      Regex.compile(text);
      return true;
    } catch (FunctionFault e) {
      return false;
    }
  }
}
