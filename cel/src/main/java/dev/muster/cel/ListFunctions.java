package dev.muster.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeParamType;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code isSorted}, {@code sum}, {@code min}, {@code max}, {@code indexOf} of lists. */
final class ListFunctions {
  private static final TypeParamType ANY = TypeParamType.create("A");
  private static final Typed<Object> ELEMENT = new Typed<>(ANY, Object.class);
  private static final Typed<List<?>> LIST = Typed.list(ANY);

  private ListFunctions() {}

  static void addTo(Functions f) {
    f.method("isSorted", "list_a_is_sorted_bool", Typed.BOOL, LIST, ListFunctions::isSorted);
    f.method("max", "list_a_max_a", ELEMENT, LIST, list -> extreme("max", list, 1));
    f.method("min", "list_a_min_a", ELEMENT, LIST, list -> extreme("min", list, -1));
    f.method("sum", "list_a_sum_a", ELEMENT, LIST, ListFunctions::sum);
    f.method(
        "indexOf",
        "list_a_index_of_int",
        Typed.INT,
        LIST,
        ELEMENT,
        (list, element) -> first(list, element));
    f.method(
        "lastIndexOf",
        "list_a_last_index_of_int",
        Typed.INT,
        LIST,
        ELEMENT,
        (list, element) -> last(list, element));
  }

  private static Object first(List<?> list, Object element) {
    long at = 0;
    for (Object each : list) {
      if (Equality.equal(each, element)) {
        return at;
      }
      at++;
    }
    return -1L;
  }

  private static Object last(List<?> list, Object element) {
    for (int at = list.size() - 1; at >= 0; at--) {
      if (Equality.equal(list.get(at), element)) {
        return (long) at;
      }
    }
    return -1L;
  }

  private static Object sum(List<?> list) {
    @Nullable Object sum = null;
    for (Object element : list) {
      sum = sum == null ? plus(zero(element), element) : plus(sum, element);
    }
    return sum == null ? 0L : sum;
  }

  private static Object zero(Object element) {
    return switch (element) {
      case UnsignedLong u -> UnsignedLong.ZERO;
      case Double d -> 0.0;
      case Duration d -> Duration.ZERO;
      case Object other -> 0L;
    };
  }

  private static Object plus(Object a, Object b) {
    try {
      return switch (a) {
        case Long x -> Math.addExact(x, (Long) b);
        case UnsignedLong x -> x.plus((UnsignedLong) b);
        case Double x -> x + (Double) b;
        case Duration x -> x.plus((Duration) b);
        case Object other -> throw new FunctionFault("no such overload");
      };
    } catch (ClassCastException e) {
      throw new FunctionFault("no such overload");
    } catch (ArithmeticException e) {
      throw new FunctionFault("integer overflow");
    }
  }

  private static Object isSorted(List<?> list) {
    @Nullable Object previous = null;
    for (Object element : list) {
      if (previous != null && compare(previous, element) > 0) {
        return false;
      }
      previous = element;
    }
    return true;
  }

  private static Object extreme(String name, List<?> list, int sign) {
    @Nullable Object best = null;
    for (Object element : list) {
      if (best == null || compare(element, best) * sign > 0) {
        best = element;
      }
    }
    if (best == null) {
      throw new FunctionFault(name + " called on empty list");
    }
    return best;
  }

  @SuppressWarnings("unchecked") // a mixture is found by the cast and becomes a fault
  private static int compare(Object a, Object b) {
    try {
      return Integer.signum(((Comparable<Object>) a).compareTo(b));
    } catch (ClassCastException e) {
      throw new FunctionFault("no such overload");
    }
  }
}
