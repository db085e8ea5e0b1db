package dev.muster.cel;

import dev.cel.common.types.SimpleType;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.EqualsOperator.EqualsOverload;
import dev.cel.runtime.standard.NotEqualsOperator.NotEqualsOverload;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code ==}, {@code !=}, and {@code +} of lists. The value on the left decides: sets and maps that
 * a schema declares are compared whatever their order, and added without doubles, as in Kubernetes.
 */
final class Equality {
  /** What CEL's own are called; these stand in for them. */
  static final Set<CelStandardOverload> REPLACED =
      Set.of(EqualsOverload.EQUALS, NotEqualsOverload.NOT_EQUALS, AddOverload.ADD_LIST);

  private static final RuntimeEquality SCALARS =
      RuntimeEquality.create(RuntimeHelpers.create(), ExpressionCompiler.OPTIONS);
  private static final Typed<Object> ANY = new Typed<>(SimpleType.DYN, Object.class);
  private static final Typed<List<?>> LIST = Typed.list(SimpleType.DYN);

  private Equality() {}

  /** A value that knows when another is the same. */
  interface Comparing {
    boolean same(Object other);
  }

  /** A list that knows what another adds to it. */
  interface Merging {
    List<?> plus(List<?> other);
  }

  static void addTo(Functions functions) {
    functions.bind("equals", ANY, ANY, Equality::equal);
    functions.bind("not_equals", ANY, ANY, (a, b) -> !equal(a, b));
    functions.bind("add_list", LIST, LIST, Equality::plus);
  }

  static boolean equal(Object a, Object b) {
    return switch (a) {
      case Comparing one -> one.same(b);
      case List<?> one -> b instanceof List<?> other && inOrder(one, other);
      case Map<?, ?> one -> b instanceof Map<?, ?> other && entries(one, other);
      case Optional<?> one ->
          b instanceof Optional<?> other
              && one.isPresent() == other.isPresent()
              && (one.isEmpty() || equal(one.get(), other.orElseThrow()));
      case Object one -> SCALARS.objectEquals(one, b);
    };
  }

  /** Element by element. */
  static boolean inOrder(List<?> one, List<?> other) {
    if (one.size() != other.size()) {
      return false;
    }
    Iterator<?> others = other.iterator();
    for (Object element : one) {
      if (!equal(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean entries(Map<?, ?> one, Map<?, ?> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : one.entrySet()) {
      Optional<Object> found = SCALARS.findInMap(other, entry.getKey());
      if (found.isEmpty() || !equal(entry.getValue(), found.get())) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked") // a list of anything takes anything
  private static Object plus(List<?> one, List<?> other) {
    return one instanceof Merging merging
        ? merging.plus(other)
        : RuntimeHelpers.concat((List<Object>) one, (List<Object>) other);
  }
}
