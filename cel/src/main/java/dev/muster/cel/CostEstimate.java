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
        sizes.path(expr, sizes.below(args.get(0), type instanceof ListType ? "@items" : "@values"));
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
