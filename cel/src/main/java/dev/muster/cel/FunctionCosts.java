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

  /** How long the name of a format can be. */
  private static final long FORMAT_NAME = 64;

  private final Sizes sizes;
  private final ListCosts lists;

  FunctionCosts(Sizes sizes) {
    this.sizes = sizes;
    this.lists = new ListCosts(sizes);
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
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" ->
          target == null ? 1 : overElements(target, own);
      case "slice", "reverse", "flatten", "distinct", "sort", "lists.range" ->
          lists.cost(expr, own);
      case SortByMacro.FUNCTION -> lists.cost(expr, first);
      case "sets.contains", "sets.intersects" -> sum(product(own, sizes.of(args.get(1))), 1);
      case "sets.equivalent" -> sum(times(product(own, sizes.of(args.get(1))), 2), 1);
      case "url", "lowerAscii", "upperAscii", "substring", "trim", "jsonpatch.escapeKey" ->
          sized(expr, own, TRAVERSAL);
      case "replace" -> {
        sizes.set(expr, replaced(own, args));
        yield times(own, 2 * TRAVERSAL);
      }
      case "split" -> {
        sizes.set(expr, args.size() > 1 ? ListCosts.literal(args.get(1), own) : own);
        yield times(own, 2 * TRAVERSAL);
      }
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
      case "containsIP" -> sum(4, parsed(args, first));
      case "containsCIDR" -> sum(7, parsed(args, first));
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
      case "_==_" -> equal(args);
      case "_!=_" -> compared(args);
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
      element = sum(1, times(sizes.ofElements(list), TRAVERSAL));
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
    long total = product(size, sizes.ofElements(list));
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
    Sizes.Entry one = sizes.entry(args.get(0));
    Sizes.Entry other = sizes.entry(args.get(1));
    sizes.entry(expr, one == null || other == null ? null : one.or(other));
    return type instanceof ListType ? 1 : times(total, TRAVERSAL);
  }

  /** A text is read before it is compared. */
  private long parsed(List<CelExpr> args, long size) {
    CelType type = args.isEmpty() ? null : sizes.type(args.get(0));
    return type != null && type.kind() == CelKind.STRING ? times(size, TRAVERSAL) : 0;
  }

  /** Kubernetes' own types are compared at once. */
  private long equal(List<CelExpr> args) {
    CelType type = sizes.type(args.get(0));
    if (type == null || !type.equals(sizes.type(args.get(1)))) {
      return compared(args);
    }
    return switch (type.name()) {
      case "kubernetes.NamedFormat" -> times(FORMAT_NAME, TRAVERSAL);
      case "kubernetes.URL" -> times(sizes.of(args.get(1)), TRAVERSAL);
      case String name when name.startsWith("kubernetes.") || name.startsWith("net.") -> 1;
      case String name -> compared(args);
    };
  }

  private long compared(List<CelExpr> args) {
    return times(Math.min(sizes.of(args.get(0)), sizes.of(args.get(1))), TRAVERSAL);
  }
}
