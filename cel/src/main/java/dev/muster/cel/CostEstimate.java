package dev.muster.cel;

import static dev.muster.cel.Sizes.UNKNOWN;
import static dev.muster.cel.Sizes.product;
import static dev.muster.cel.Sizes.sum;
import static dev.muster.cel.Sizes.times;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an expression may cost at most, found from its text and the sizes that a schema allows, by
 * Kubernetes' rules. Not thread-safe: one instance, one expression.
 */
final class CostEstimate {
  private static final long NEW_LIST = 10;
  private static final long NEW_MAP = 30;
  private static final long NEW_STRUCT = 40;
  private static final double TRAVERSAL = 0.1;
  private static final double REGEX = 0.25;

  /** How long the expressions are that names of formats stand for. */
  private static final long FORMAT_REGEX = 128;

  private final CelAbstractSyntaxTree tree;
  private final Sizes sizes;

  CostEstimate(CelAbstractSyntaxTree tree, DeclaredType self) {
    this.tree = tree;
    this.sizes = new Sizes(tree, self);
  }

  long most() {
    return cost(tree.getExpr());
  }

  private long cost(CelExpr expr) {
    Deadline.check();
    return switch (expr.exprKind().getKind()) {
      case CONSTANT, NOT_SET -> 0;
      case IDENT -> {
        sizes.path(expr, sizes.path(expr));
        yield 1;
      }
      case SELECT -> select(expr);
      case CALL -> call(expr);
      case LIST -> sum(NEW_LIST, all(expr.list().elements()));
      case MAP -> {
        long cost = NEW_MAP;
        for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
          cost = sum(cost, sum(cost(entry.key()), cost(entry.value())));
        }
        yield cost;
      }
      case STRUCT -> {
        long cost = NEW_STRUCT;
        for (CelExpr.CelStruct.Entry entry : expr.struct().entries()) {
          cost = sum(cost, cost(entry.value()));
        }
        yield cost;
      }
      case COMPREHENSION -> comprehension(expr);
    };
  }

  private long all(List<CelExpr> exprs) {
    long cost = 0;
    for (CelExpr expr : exprs) {
      cost = sum(cost, cost(expr));
    }
    return cost;
  }

  private long select(CelExpr expr) {
    CelExpr operand = expr.select().operand();
    long cost = cost(operand);
    if (expr.select().testOnly()) {
      return cost;
    }
    sizes.path(expr, sizes.below(operand, expr.select().field()));
    CelType type = sizes.type(operand);
    boolean counted =
        type != null
            && switch (type.kind()) {
              case MAP, STRUCT, TYPE_PARAM -> true;
              default -> false;
            };
    return counted ? sum(cost, 1) : cost;
  }

  private long comprehension(CelExpr expr) {
    CelExpr.CelComprehension loop = expr.comprehension();
    long cost = sum(cost(loop.iterRange()), cost(loop.accuInit()));
    sizes.push(loop.accuVar(), List.of());
    CelType range = sizes.type(loop.iterRange());
    boolean list = !(range != null && range.kind() == CelKind.MAP);
    sizes.push(loop.iterVar(), sizes.below(loop.iterRange(), list ? "@items" : "@keys"));
    boolean two = !loop.iterVar2().isEmpty();
    if (two) {
      sizes.push(loop.iterVar2(), sizes.below(loop.iterRange(), list ? "@items" : "@values"));
    }
    long turn = sum(cost(loop.loopCondition()), cost(loop.loopStep()));
    sizes.pop(loop.iterVar());
    if (two) {
      sizes.pop(loop.iterVar2());
    }
    cost = sum(cost, cost(loop.result()));
    sizes.pop(loop.accuVar());
    long turns = sizes.of(loop.iterRange());
    switch (loop.accuInit().exprKind().getKind()) {
      case CONSTANT -> sizes.set(expr, sizes.of(loop.accuInit()));
      case LIST, MAP -> sizes.set(expr, turns);
      default -> {}
    }
    return sum(cost, product(turns, turn));
  }

  private long call(CelExpr expr) {
    CelExpr.CelCall call = expr.call();
    Optional<CelExpr> target = call.target();
    List<CelExpr> args = call.args();
    List<Long> costs = new ArrayList<>();
    long given = 0;
    for (CelExpr arg : args) {
      long one = cost(arg);
      costs.add(one);
      given = sum(given, one);
    }
    long receiver = target.isPresent() ? cost(target.get()) : 0;
    String function = call.function();
    switch (function) {
      case "_&&_", "_||_" -> {
        return given;
      }
      case "_?_:_" -> {
        if (isPresenceTest(args)) {
          return costs.get(2);
        }
        sizes.set(expr, Math.max(sizes.of(args.get(1)), sizes.of(args.get(2))));
        return sum(costs.get(0), Math.max(costs.get(1), costs.get(2)));
      }
      case "dyn" -> sizes.set(expr, sizes.of(args.get(0)));
      case "_[_]" -> {
        CelType type = sizes.type(args.get(0));
        sizes.path(
            expr, sizes.below(args.get(0), type instanceof ListType ? "@items" : "@values"));
      }
      default -> {}
    }
    return sum(receiver, sum(given, function(expr, function, target.orElse(null), args)));
  }

  /** What {@code has} is made of here costs what a plain test does. */
  private static boolean isPresenceTest(List<CelExpr> args) {
    return args.get(2).exprKind().getKind() == CelExpr.ExprKind.Kind.SELECT
        && args.get(2).select().testOnly();
  }

  private long function(
      CelExpr expr,
      String function,
      @Nullable CelExpr target,
      List<CelExpr> args) {
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
        boolean fromBytes =
            type != null && type.kind() == CelKind.BYTES;
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
      case "contains" ->
          product(times(own, TRAVERSAL), times(first, TRAVERSAL));
      case "_+_" -> plus(expr, args);
      case "_==_", "_!=_" -> compared(args);
      case "_<_", "_<=_", "_>_", "_>=_" -> {
        CelType type = sizes.type(args.get(0));
        boolean text =
            type != null
                && (type.kind() == CelKind.STRING
                    || type.kind() == CelKind.BYTES);
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
    boolean text =
        of.elemType().kind() == CelKind.STRING
            || of.elemType().kind() == CelKind.BYTES;
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
    boolean constant =
        args.get(0).exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT;
    long least = constant ? sizes.of(args.get(0)) : 0;
    if (least == 0) {
      return sum(product(sum(size, 1), by), size);
    }
    return by <= least ? size : product(times(size, 1.0 / least), by);
  }

  private long join(
      CelExpr expr,
      @Nullable CelExpr list,
      long size,
      List<CelExpr> args) {
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
