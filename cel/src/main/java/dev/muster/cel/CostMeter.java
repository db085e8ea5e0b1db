package dev.muster.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts what an evaluation costs, in Kubernetes' units, and stops it at the limit. The costs are
 * those of Kubernetes: a field or variable 1, a text a tenth of its length, an access check
 * 350,000.
 */
final class CostMeter implements CelEvaluationListener {
  /** What one expression may cost. */
  static final long LIMIT = 1_000_000;

  private static final long ACCESS_CHECK = 350_000;
  private static final long NEW_LIST = 10;
  private static final long NEW_MAP = 30;

  /** A call that makes a list. */
  private static final long NEW = 1 + NEW_LIST;

  private static final double TRAVERSAL = 0.1;
  private static final double REGEX = 0.25;

  private final Map<Long, Object> values = new HashMap<>();
  private long cost;

  /**
   * Thrown through the interpreter, which would take an exception for a value of the expression.
   */
  static final class LimitReached extends Error {
    private static final long serialVersionUID = 1;

    LimitReached() {
      super("cost limit", null, false, false);
    }
  }

  long cost() {
    return cost;
  }

  @Override
  public void callback(CelExpr expr, Object value) {
    values.put(expr.id(), value);
    add(
        switch (expr.exprKind().getKind()) {
          case IDENT -> 1;
          case SELECT -> expr.select().testOnly() ? 0 : 1;
          case LIST -> NEW_LIST;
          case MAP, STRUCT -> NEW_MAP;
          case CALL -> call(expr.call(), value);
          case COMPREHENSION, CONSTANT, NOT_SET -> 0;
        });
  }

  /** Stops the evaluation if what it is about to do costs more than all of it may. */
  static void allow(long cost) {
    if (cost > LIMIT) {
      throw new LimitReached();
    }
  }

  /** Adds a cost that arose elsewhere on behalf of this evaluation. */
  void add(long more) {
    cost += more;
    if (cost > LIMIT) {
      throw new LimitReached();
    }
  }

  private long call(CelExpr.CelCall call, Object result) {
    return switch (call.function()) {
      // a construction costs what its map does
      case "_&&_", "_||_", "_?_:_", "@not_strictly_false", Constructions.FUNCTION -> 0;
      case "check" -> ACCESS_CHECK;
      case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "@in", "sets.contains" ->
          1 + elements(call);
      case "slice", "reverse", "lists.range" -> NEW + size(result);
      // what comes of it may be much larger than the list of lists
      case "flatten" -> NEW + depth(call) * size(arg(call, 0)) + traversal(size(result));
      case "distinct", "sort" -> NEW + compared(arg(call, 0));
      case SortByMacro.FUNCTION -> NEW + compared(arg(call, 1));
      case "sets.equivalent", "sets.intersects" -> 1 + size(arg(call, 0)) * size(arg(call, 1));
      case "startsWith",
          "endsWith",
          "url",
          "lowerAscii",
          "upperAscii",
          "substring",
          "trim",
          "jsonpatch.escapeKey" ->
          traversal(size(arg(call, 0)));
      case "ip", "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
          traversal(size(arg(call, 0)));
      case "replace", "split" -> 2 * traversal(size(arg(call, 0)) + size(result));
      case "join", "format", "strings.quote", "bytes", "string" -> 1 + 2 * traversal(size(result));
      case "find", "findAll", "matches" ->
          traversal(1 + size(arg(call, 0))) * regex(size(arg(call, 1)));
      case "contains" -> Math.max(1, traversal(size(arg(call, 0))) * traversal(size(arg(call, 1))));
      case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" ->
          Math.max(1, traversal(Math.min(weight(arg(call, 0)), weight(arg(call, 1)))));
      case "_+_" -> Math.max(1, traversal(size(result)));
      case "validate" -> Math.max(1, traversal(size(arg(call, 1))) * regex(60));
      default -> 1;
    };
  }

  /** The receiver counts as the first argument. */
  private @Nullable Object arg(CelExpr.CelCall call, int index) {
    int skipped = call.target().isPresent() ? 1 : 0;
    if (index < skipped) {
      return values.get(call.target().get().id());
    }
    List<CelExpr> args = call.args();
    return index - skipped < args.size() ? values.get(args.get(index - skipped).id()) : null;
  }

  private long depth(CelExpr.CelCall call) {
    return arg(call, 1) instanceof Long depth ? Math.min(depth, LIMIT) : 1;
  }

  /** Each element with each; texts take a little longer. */
  private static long compared(@Nullable Object list) {
    long pairs = size(list) * size(list);
    boolean text = list instanceof List<?> of && !of.isEmpty() && isText(of.getFirst());
    return (long) (pairs * (text ? 2 + TRAVERSAL : 2));
  }

  private static boolean isText(Object value) {
    return value instanceof String || value instanceof CelByteString;
  }

  private long elements(CelExpr.CelCall call) {
    Object first = arg(call, 0);
    Object searched = first instanceof Collection || arg(call, 1) == null ? first : arg(call, 1);
    return searched instanceof Map ? 0 : weight(searched);
  }

  private static long traversal(long size) {
    return (long) Math.ceil(size * TRAVERSAL);
  }

  private static long regex(long size) {
    return Math.max(1, (long) Math.ceil(size * REGEX));
  }

  private static long size(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length();
      case CelByteString bytes -> bytes.size();
      case Collection<?> list -> list.size();
      case Map<?, ?> map -> map.size();
      case null -> 1;
      case Object other -> 1;
    };
  }

  /** The size with everything inside, as far as it matters for a comparison. */
  private static long weight(@Nullable Object value) {
    long sum = 1;
    if (value instanceof Collection<?> list) {
      for (Object element : list) {
        sum += element instanceof Number || element instanceof Boolean ? 1 : weight(element);
      }
      return sum;
    }
    if (value instanceof Map<?, ?> map) {
      for (Object element : map.values()) {
        sum += 1 + weight(element);
      }
      return sum;
    }
    return size(value);
  }
}
