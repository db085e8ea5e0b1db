package dev.muster.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
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
  private final Map<Long, Entry> entries = new HashMap<>();
  private final Map<String, List<Local>> locals = new HashMap<>();

  /** How large the keys and the values of a list or map can be. */
  record Entry(boolean list, long key, long value) {
    Entry or(Entry other) {
      return new Entry(list, Math.max(key, other.key), Math.max(value, other.value));
    }
  }

  /** A variable of a comprehension; what is not known of it is null. */
  private record Local(List<String> path, @Nullable Long size, @Nullable Entry entry) {}

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

  void entry(CelExpr expr, @Nullable Entry entry) {
    if (entry != null) {
      entries.put(expr.id(), entry);
    }
  }

  /** A variable that stands for a whole value. */
  void push(String variable, CelExpr value) {
    push(variable, new Local(path(value), known(value), entry(value)));
  }

  /** A variable that stands for the parts of a value. */
  void push(String variable, CelExpr whole, String step, @Nullable Long size) {
    push(variable, new Local(below(whole, step), size, null));
  }

  private void push(String variable, Local local) {
    locals.computeIfAbsent(variable, any -> new ArrayList<>()).add(local);
  }

  void pop(String variable) {
    locals.getOrDefault(variable, new ArrayList<>()).removeLast();
  }

  /** The names from a variable to the value; empty when it has no such way. */
  List<String> path(CelExpr expr) {
    if (expr.exprKind().getKind() == CelExpr.ExprKind.Kind.IDENT) {
      Local local = local(expr);
      return local == null ? List.of(expr.ident().name()) : local.path();
    }
    return paths.getOrDefault(expr.id(), List.of());
  }

  private @Nullable Local local(CelExpr expr) {
    if (expr.exprKind().getKind() != CelExpr.ExprKind.Kind.IDENT) {
      return null;
    }
    List<Local> stack = locals.get(expr.ident().name());
    return stack == null || stack.isEmpty() ? null : stack.getLast();
  }

  List<String> below(CelExpr expr, String step) {
    List<String> out = new ArrayList<>(path(expr));
    out.add(step);
    return out;
  }

  @Nullable CelType type(CelExpr expr) {
    return tree.getType(expr.id()).orElse(null);
  }

  long of(CelExpr expr) {
    Long size = known(expr);
    return size == null ? UNKNOWN : size;
  }

  private @Nullable Long known(CelExpr expr) {
    Long computed = known.get(expr.id());
    if (computed != null) {
      return computed;
    }
    OptionalLong literal = literal(expr);
    if (literal.isPresent()) {
      return literal.getAsLong();
    }
    Long declared = declared(path(expr));
    if (declared != null) {
      return declared;
    }
    CelType type = type(expr);
    if (type != null && isScalar(type)) {
      return 1L;
    }
    Local local = local(expr);
    return local == null ? null : local.size();
  }

  /** The elements of a list; only what the schema says of them counts. */
  long ofElements(CelExpr list) {
    List<String> path = path(list);
    Long declared = path.isEmpty() ? null : declared(below(list, "@items"));
    return declared == null ? UNKNOWN : declared;
  }

  @Nullable Entry entry(CelExpr expr) {
    Entry found = entries.get(expr.id());
    Local local = found == null ? local(expr) : null;
    return local == null ? found : local.entry();
  }

  /** What a schema says; the first name of a path stands for the value that has the rule. */
  private @Nullable Long declared(List<String> path) {
    DeclaredType at = path.isEmpty() ? null : self;
    for (int i = 1; i < path.size() && at != null; i++) {
      at =
          switch (path.get(i)) {
            case "@items", "@values" -> at.element();
            case "@keys" ->
                // Kubernetes takes keys for empty
                at.kind() == DeclaredType.Kind.MAP
                    ? DeclaredType.scalar(DeclaredType.Kind.STRING, 0, 2)
                    : null;
            case String field -> at.fields().get(field);
          };
    }
    return at == null ? null : at.mostElements();
  }

  private static boolean isScalar(CelType type) {
    return switch (type.kind()) {
      case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
      default -> type instanceof OptionalType && isScalar(type.parameters().getFirst());
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
