package dev.muster.cel;

import static dev.muster.cel.Sizes.product;
import static dev.muster.cel.Sizes.sum;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an expression may cost at most, found from its text and the sizes that a schema allows, by
 * Kubernetes' rules. Not thread-safe: one instance, one expression.
 */
final class CostEstimate {
  private static final long NEW_LIST = 10;
  private static final long NEW_MAP = 30;
  private static final long NEW_STRUCT = 40;

  private final CelAbstractSyntaxTree tree;
  private final Sizes sizes;
  private final FunctionCosts functions;

  CostEstimate(CelAbstractSyntaxTree tree, DeclaredType self) {
    this.tree = tree;
    this.sizes = new Sizes(tree, self);
    this.functions = new FunctionCosts(sizes);
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
      case LIST -> list(expr);
      case MAP -> map(expr);
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

  private long list(CelExpr expr) {
    long cost = NEW_LIST;
    long largest = 0;
    for (CelExpr element : expr.list().elements()) {
      cost = sum(cost, cost(element));
      largest = Math.max(largest, sizes.of(element));
    }
    sizes.entry(expr, new Sizes.Entry(true, 1, largest));
    return cost;
  }

  private long map(CelExpr expr) {
    long cost = NEW_MAP;
    Sizes.Entry largest = new Sizes.Entry(false, 0, 0);
    for (CelExpr.CelMap.Entry entry : expr.map().entries()) {
      cost = sum(cost, sum(cost(entry.key()), cost(entry.value())));
      largest = largest.or(new Sizes.Entry(false, sizes.of(entry.key()), sizes.of(entry.value())));
    }
    sizes.entry(expr, largest);
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
    sizes.push(loop.accuVar(), loop.accuInit());
    if (isBinding(loop)) {
      cost = sum(cost, cost(loop.result()));
      sizes.set(expr, sizes.of(loop.result()));
      sizes.entry(expr, sizes.entry(loop.result()));
      sizes.pop(loop.accuVar());
      return cost;
    }
    pushIteration(loop);
    long turn = sum(cost(loop.loopCondition()), cost(loop.loopStep()));
    Sizes.Entry step = sizes.entry(loop.loopStep());
    sizes.pop(loop.iterVar());
    if (!loop.iterVar2().isEmpty()) {
      sizes.pop(loop.iterVar2());
    }
    cost = sum(cost, cost(loop.result()));
    sizes.pop(loop.accuVar());
    long turns = sizes.of(loop.iterRange());
    switch (loop.accuInit().exprKind().getKind()) {
      case CONSTANT -> sizes.set(expr, sizes.of(loop.accuInit()));
      case LIST, MAP -> {
        sizes.set(expr, turns);
        sizes.entry(expr, step);
      }
      default -> {}
    }
    return sum(cost, product(turns, turn));
  }

  /** Whether it only gives a value a name, as {@code sortBy} does. */
  private static boolean isBinding(CelExpr.CelComprehension loop) {
    CelExpr range = loop.iterRange();
    return range.exprKind().getKind() == CelExpr.ExprKind.Kind.LIST
        && range.list().elements().isEmpty()
        && loop.accuVar().equals(SortByMacro.INPUT);
  }

  private void pushIteration(CelExpr.CelComprehension loop) {
    CelExpr range = loop.iterRange();
    Sizes.Entry entry = sizes.entry(range);
    CelType type = sizes.type(range);
    boolean list = entry == null ? type != null && type.kind() == CelKind.LIST : entry.list();
    Long key = entry == null ? null : entry.key();
    Long value = entry == null ? null : entry.value();
    if (loop.iterVar2().isEmpty()) {
      sizes.push(loop.iterVar(), range, list ? "@items" : "@keys", list ? value : key);
    } else {
      sizes.push(loop.iterVar(), range, list ? "@indices" : "@keys", key);
      sizes.push(loop.iterVar2(), range, list ? "@items" : "@values", value);
    }
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
        Sizes.Entry one = sizes.entry(args.get(1));
        Sizes.Entry other = sizes.entry(args.get(2));
        sizes.entry(expr, one == null || other == null ? null : one.or(other));
        return sum(costs.get(0), Math.max(costs.get(1), costs.get(2)));
      }
      case "dyn" -> {
        sizes.set(expr, sizes.of(args.get(0)));
        sizes.entry(expr, sizes.entry(args.get(0)));
      }
      case "_[_]" -> {
        CelType type = sizes.type(args.get(0));
        sizes.path(expr, sizes.below(args.get(0), type instanceof ListType ? "@items" : "@values"));
        Sizes.Entry entry = sizes.entry(args.get(0));
        if (entry != null) {
          sizes.set(expr, entry.value());
        }
      }
      default -> {}
    }
    return sum(receiver, sum(given, functions.cost(expr, target.orElse(null))));
  }

  /** What {@code has} is made of here costs what a plain test does. */
  private static boolean isPresenceTest(List<CelExpr> args) {
    return args.get(2).exprKind().getKind() == CelExpr.ExprKind.Kind.SELECT
        && args.get(2).select().testOnly();
  }
}
