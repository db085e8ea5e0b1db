package dev.muster.cel;

import static dev.muster.cel.Sizes.UNKNOWN;
import static dev.muster.cel.Sizes.product;
import static dev.muster.cel.Sizes.sum;
import static dev.muster.cel.Sizes.times;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import java.util.List;

/**
 * What functions that make lists may cost at most, by Kubernetes' rules; notes how large their
 * outcomes can be. Not thread-safe: one expression.
 */
final class ListCosts {
  /** A call, and a list. */
  private static final long NEW = 11;

  private static final double COMPARED = 2;
  private static final double COMPARED_TEXT = 2.1;

  private final Sizes sizes;

  ListCosts(Sizes sizes) {
    this.sizes = sizes;
  }

  /**
   * @param size of the list that the function works on
   */
  long cost(CelExpr expr, long size) {
    List<CelExpr> args = expr.call().args();
    return switch (expr.call().function()) {
      case "slice" -> {
        long from = literal(args.get(0), 0);
        long to = literal(args.get(1), size);
        yield made(expr, 1, from > to ? UNKNOWN : to - from);
      }
      case "lists.range" -> made(expr, 1, literal(args.get(0), UNKNOWN));
      case "flatten" ->
          made(expr, (double) (args.isEmpty() ? 1 : literal(args.get(0), UNKNOWN)), size);
      case "distinct" -> made(expr, COMPARED, product(size, size));
      case "sort" -> made(expr, compared(expr.call().target().orElse(expr)), product(size, size));
      case SortByMacro.FUNCTION -> made(expr, compared(args.get(0)), product(size, size));
      default -> made(expr, 1, size);
    };
  }

  private double compared(CelExpr list) {
    CelType type = sizes.type(list);
    boolean text =
        type instanceof ListType of
            && (of.elemType().kind() == CelKind.STRING || of.elemType().kind() == CelKind.BYTES);
    return text ? COMPARED_TEXT : COMPARED;
  }

  private long made(CelExpr expr, double factor, long size) {
    sizes.set(expr, size);
    return sum(times(size, factor), NEW);
  }

  /** The whole number that stands there, if one does; none is below zero. */
  static long literal(CelExpr expr, long otherwise) {
    boolean number =
        expr.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT
            && expr.constant().getKind() == CelConstant.Kind.INT64_VALUE;
    return number ? Math.max(0, expr.constant().int64Value()) : otherwise;
  }
}
