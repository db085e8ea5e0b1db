package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How large the values in an expression can be: what a schema says of them, what their text says,
 * and what their parts say. Numbers are saturated: {@link #UNKNOWN} is more than any. Not
 * thread-safe: one instance, one expression.
 */
final class Sizes {
  static final long UNKNOWN = Long.MAX_VALUE;

  private final CelAbstractSyntaxTree tree;
  private final DeclaredType self;
  private final Map<Long, List<String>> paths = new HashMap<>();
  private final Map<Long, Long> known = new HashMap<>();
  private final Map<String, List<List<String>>> locals = new HashMap<>();

  Sizes(CelAbstractSyntaxTree tree, DeclaredType self) {
    this.tree = tree;
    this.self = self;
  }

  static long sum(long a, long b) {
    return a > UNKNOWN - b ? UNKNOWN : a + b;
  }

  static long product(long a, long b) {
    return a != 0 && b > UNKNOWN / a ? UNKNOWN : a * b;
  }

  /** A part of it, rounded up. */
  static long times(long a, double factor) {
    return a == UNKNOWN ? UNKNOWN : (long) Math.ceil(a * factor);
  }

  void set(CelExpr expr, long size) {
    known.put(expr.id(), size);
  }

  void path(CelExpr expr, List<String> path) {
    paths.put(expr.id(), path);
  }

  void push(String variable, List<String> path) {
    locals.computeIfAbsent(variable, any -> new ArrayList<>()).add(path);
  }

  void pop(String variable) {
    locals.getOrDefault(variable, new ArrayList<>()).removeLast();
  }

  /** The names from a variable to the value; empty when it has no such way. */
  List<String> path(CelExpr expr) {
    if (expr.exprKind().getKind() == CelExpr.ExprKind.Kind.IDENT) {
      String name = expr.ident().name();
      List<List<String>> stack = locals.get(name);
      return stack == null || stack.isEmpty() ? List.of(name) : stack.getLast();
    }
    return paths.getOrDefault(expr.id(), List.of());
  }

  List<String> below(CelExpr expr, String step) {
    List<String> path = path(expr);
    if (path.isEmpty()) {
      return path;
    }
    List<String> out = new ArrayList<>(path);
    out.add(step);
    return out;
  }

  @Nullable CelType type(CelExpr expr) {
    return tree.getType(expr.id()).orElse(null);
  }

  long of(CelExpr expr) {
    Long computed = known.get(expr.id());
    if (computed != null) {
      return computed;
    }
    OptionalLong literal = literal(expr);
    return literal.isPresent() ? literal.getAsLong() : of(path(expr), type(expr));
  }

  /** Of whatever stands at the end of a path. */
  long of(List<String> path, @Nullable CelType type) {
    DeclaredType at = path.isEmpty() || path.getFirst().startsWith("@") ? null : self;
    for (int i = 1; i < path.size() && at != null; i++) {
      at =
          switch (path.get(i)) {
            case "@items", "@values" -> at.element();
            case "@keys" -> DeclaredType.scalar(DeclaredType.Kind.STRING, UNKNOWN, 2);
            case String field -> at.fields().get(field);
          };
    }
    if (at != null) {
      return at.mostElements();
    }
    return type != null && isScalar(type) ? 1 : UNKNOWN;
  }

  private static boolean isScalar(CelType type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, TYPE, UINT -> true;
      default -> false;
    };
  }

  private static OptionalLong literal(CelExpr expr) {
    return switch (expr.exprKind().getKind()) {
      case CONSTANT ->
          switch (expr.constant().getKind()) {
            case STRING_VALUE ->
                OptionalLong.of(
                    expr.constant()
                        .stringValue()
                        .codePointCount(0, expr.constant().stringValue().length()));
            case BYTES_VALUE -> OptionalLong.of(expr.constant().bytesValue().size());
            default -> OptionalLong.of(1);
          };
      case LIST -> OptionalLong.of(expr.list().elements().size());
      case MAP -> OptionalLong.of(expr.map().entries().size());
      default -> OptionalLong.empty();
    };
  }
}
