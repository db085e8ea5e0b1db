package dev.muster.cel;

import static dev.muster.cel.Sizes.UNKNOWN;
import static dev.muster.cel.Sizes.product;
import static dev.muster.cel.Sizes.sum;
import static dev.muster.cel.Sizes.times;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What functions may cost at most, by Kubernetes' rules. Not thread-safe: one expression. */
final class FunctionCosts {
  private static final double TRAVERSAL = 0.1;
  private static final double REGEX = 0.25;

  /** How long the expressions are that names of formats stand for. */
  private static final long FORMAT_REGEX = 128;

  private final Sizes sizes;

  FunctionCosts(Sizes sizes) {
    this.sizes = sizes;
  }

  /**
   * What the call itself costs; notes how large its outcome can be.
   *
   * @param target what the function is called on; null if it is called on nothing
   */
  long cost(CelExpr expr, @Nullable CelExpr target) {
    String function = expr.call().function();
    List<CelExpr> args = expr.call().args();
    long first = args.isEmpty() ? UNKNOWN : sizes.of(args.get(0));
    long own = target == null ? first : sizes.of(target);
    return switch (function) {
      case "check" -> 350_000;
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" ->
          target == null ? 1 : overElements(target, own);
      case "url", "lowerAscii", "upperAscii", "substring", "trim" -> sized(expr, own, TRAVERSAL);
      case "replace" -> {
        sizes.set(expr, replaced(own, args));
        yield times(own, 2 * TRAVERSAL);
      }
      case "split" -> sized(expr, own, 2 * TRAVERSAL);
      case "join" -> join(expr, target, own, args);
      case "find", "findAll" -> {
        sizes.set(expr, own);
        yield product(times(sum(own, 1), TRAVERSAL), times(first, REGEX));
      }
      case "matches" -> {
        long regex = target == null ? sizes.of(args.get(1)) : first;
        yield product(times(sum(own, 1), TRAVERSAL), times(regex, REGEX));
      }
      case "cidr", "isIP", "isCIDR", "ip", "quantity", "isQuantity", "semver", "isSemver" ->
          args.isEmpty() ? 1 : times(first, TRAVERSAL);
      case "ip.isCanonical" -> times(first, 2 * TRAVERSAL);
      case "containsIP", "containsCIDR" -> sum(7, times(Math.min(first, UNKNOWN), TRAVERSAL));
      case "validate" -> times(times(first, TRAVERSAL), FORMAT_REGEX * REGEX);
      case "format" -> times(own, TRAVERSAL);
      case "bytes" -> {
        sizes.set(expr, product(first, 4));
        yield times(first, TRAVERSAL);
      }
      case "string" -> {
        CelType type = args.isEmpty() ? null : sizes.type(args.get(0));
        boolean fromBytes = type != null && type.kind() == CelKind.BYTES;
        if (fromBytes) {
          sizes.set(expr, first);
        }
        yield fromBytes ? times(first, TRAVERSAL) : 1;
      }
      case "strings.quote" -> {
        sizes.set(expr, sum(product(first, 2), 2));
        yield times(first, TRAVERSAL);
      }
      case "startsWith", "endsWith" -> times(first, TRAVERSAL);
      case "@in" -> {
        CelType type = sizes.type(args.get(1));
        yield type instanceof ListType ? sizes.of(args.get(1)) : 1;
      }
      case "contains" -> product(times(own, TRAVERSAL), times(first, TRAVERSAL));
      case "_+_" -> plus(expr, args);
      case "_==_", "_!=_" -> compared(args);
      case "_<_", "_<=_", "_>_", "_>=_" -> {
        CelType type = sizes.type(args.get(0));
        boolean text =
            type != null && (type.kind() == CelKind.STRING || type.kind() == CelKind.BYTES);
        yield text ? compared(args) : 1;
      }
      default -> 1;
    };
  }

  private long sized(CelExpr expr, long size, double factor) {
    sizes.set(expr, size);
    return times(size, factor);
  }

  private long overElements(CelExpr list, long size) {
    CelType type = sizes.type(list);
    if (!(type instanceof ListType of)) {
      return times(size, TRAVERSAL);
    }
    long element = 1;
    boolean text = of.elemType().kind() == CelKind.STRING || of.elemType().kind() == CelKind.BYTES;
    if (text) {
      element = sum(1, times(sizes.of(sizes.below(list, "@items"), of.elemType()), TRAVERSAL));
    }
    return product(size, element);
  }

  private long replaced(long size, List<CelExpr> args) {
    if (args.size() < 2) {
      return UNKNOWN;
    }
    long by = sizes.of(args.get(1));
    boolean constant = args.get(0).exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT;
    long least = constant ? sizes.of(args.get(0)) : 0;
    if (least == 0) {
      return sum(product(sum(size, 1), by), size);
    }
    return by <= least ? size : product(times(size, 1.0 / least), by);
  }

  private long join(CelExpr expr, @Nullable CelExpr list, long size, List<CelExpr> args) {
    if (list == null) {
      return 1;
    }
    long total = product(size, sizes.of(sizes.below(list, "@items"), null));
    if (!args.isEmpty() && size > 0) {
      total = sum(total, product(sizes.of(args.get(0)), size == UNKNOWN ? size : size - 1));
    }
    return sized(expr, total, TRAVERSAL);
  }

  private long plus(CelExpr expr, List<CelExpr> args) {
    CelType type = sizes.type(expr);
    boolean sized =
        type != null
            && switch (type.kind()) {
              case STRING, BYTES, LIST -> true;
              default -> false;
            };
    if (!sized) {
      return 1;
    }
    long total = sum(sizes.of(args.get(0)), sizes.of(args.get(1)));
    sizes.set(expr, total);
    return type instanceof ListType ? 1 : times(total, TRAVERSAL);
  }

  private long compared(List<CelExpr> args) {
    return times(Math.min(sizes.of(args.get(0)), sizes.of(args.get(1))), TRAVERSAL);
  }
}
