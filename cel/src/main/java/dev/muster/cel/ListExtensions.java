package dev.muster.cel;

import com.google.common.collect.Lists;
import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Lists made of lists: {@code slice}, {@code flatten}, {@code sort}, {@code sortBy}, {@code
 * reverse}, {@code distinct}, {@code lists.range}, {@code unwrapOpt}. What would cost more than an
 * expression may is not begun.
 */
final class ListExtensions {
  private static final String SORT = "list_sort";
  private static final String SORT_BY = "list_sort_by_associated_keys";
  private static final TypeParamType ANY = TypeParamType.create("T");
  private static final Typed<List<?>> LIST = Typed.list(ANY);
  private static final Typed<List<?>> DYNAMIC = Typed.list(SimpleType.DYN);

  /** The types that have an order. */
  private static final List<CelType> COMPARABLE =
      List.of(
          SimpleType.INT,
          SimpleType.UINT,
          SimpleType.DOUBLE,
          SimpleType.BOOL,
          SimpleType.DURATION,
          SimpleType.TIMESTAMP,
          SimpleType.STRING,
          SimpleType.BYTES);

  private ListExtensions() {}

  static void addTo(Functions f) {
    f.method(
        "slice",
        "list_slice",
        LIST,
        List.of(LIST, Typed.INT, Typed.INT),
        a -> slice((List<?>) a[0], (Long) a[1], (Long) a[2]));
    f.method(
        "flatten",
        "list_flatten",
        LIST,
        Typed.list(ListType.create(ANY)),
        list -> flatten(list, 1));
    f.method("flatten", "list_flatten_int", DYNAMIC, DYNAMIC, Typed.INT, ListExtensions::flatten);
    f.method("reverse", "list_reverse", LIST, LIST, Lists::reverse);
    f.method("distinct", "list_distinct", LIST, LIST, ListExtensions::distinct);
    f.function("lists.range", "lists_range", Typed.list(SimpleType.INT), Typed.INT, n -> range(n));
    f.method(
        "unwrapOpt",
        "optional_unwrapOpt",
        LIST,
        Typed.list(OptionalType.create(ANY)),
        list -> list.stream().flatMap(ListExtensions::present).toList());
    for (CelType type : COMPARABLE) {
      Typed<List<?>> typed = Typed.list(type);
      f.declareMethod("sort", "list_" + type.name() + "_sort", typed, List.of(typed));
      f.declareMethod(
          SortByMacro.FUNCTION,
          "list_" + type.name() + "_sortByAssociatedKeys",
          LIST,
          List.of(LIST, typed));
    }
    f.bind(SORT, LIST, list -> sort(list, list));
    f.bind(SORT_BY, LIST, LIST, ListExtensions::sort);
  }

  /**
   * The checker knows a list by the type of its elements, the interpreter does not: all overloads
   * of a sort become the one that is bound.
   */
  static CelAbstractSyntaxTree withOneSort(CelAbstractSyntaxTree checked) {
    Map<Long, CelReference> references = new HashMap<>(checked.getReferenceMap());
    boolean changed = false;
    for (Map.Entry<Long, CelReference> e : checked.getReferenceMap().entrySet()) {
      String id = e.getValue().overloadIds().stream().findFirst().orElse("");
      boolean plain = id.startsWith("list_") && id.endsWith("_sort");
      boolean byKeys = id.startsWith("list_") && id.endsWith("_sortByAssociatedKeys");
      if (plain || byKeys) {
        references.put(
            e.getKey(), CelReference.newBuilder().addOverloadIds(plain ? SORT : SORT_BY).build());
        changed = true;
      }
    }
    return changed
        ? CelAbstractSyntaxTree.newCheckedAst(
            checked.getExpr(), checked.getSource(), references, checked.getTypeMap())
        : checked;
  }

  private static Stream<?> present(Object value) {
    return value instanceof Optional<?> optional ? optional.stream() : Stream.of(value);
  }

  private static Object slice(List<?> list, long from, long to) {
    String called = "cannot slice(" + from + ", " + to + "), ";
    if (from < 0 || to < 0) {
      throw new FunctionFault(called + "negative indexes not supported");
    }
    if (from > to) {
      throw new FunctionFault(called + "start index must be less than or equal to end index");
    }
    if (list.size() < to) {
      throw new FunctionFault(called + "list is length " + list.size());
    }
    return new ArrayList<>(list.subList((int) from, (int) to));
  }

  private static Object range(long n) {
    CostMeter.allow(n);
    return LongStream.range(0, n).boxed().toList();
  }

  private static Object flatten(List<?> list, long depth) {
    if (depth < 0) {
      throw new FunctionFault("level must be non-negative");
    }
    List<Object> out = new ArrayList<>();
    flatten(list, depth, out);
    return out;
  }

  private static void flatten(Collection<?> list, long depth, List<Object> out) {
    for (Object element : list) {
      if (depth > 0 && element instanceof Collection<?> inner) {
        flatten(inner, depth - 1, out);
      } else {
        out.add(element);
        CostMeter.allow(out.size());
      }
    }
  }

  private static Object distinct(List<?> list) {
    CostMeter.allow(2L * list.size() * list.size());
    List<Object> out = new ArrayList<>();
    for (Object element : list) {
      if (out.stream().noneMatch(other -> Equality.equal(element, other))) {
        out.add(element);
      }
    }
    return out;
  }

  private static Object sort(List<?> list, List<?> keys) {
    if (list.size() != keys.size()) {
      throw new FunctionFault(
          SortByMacro.FUNCTION
              + "() expected a list of the same size as the associated keys list, but got "
              + list.size()
              + " and "
              + keys.size()
              + " elements respectively");
    }
    CostMeter.allow(2L * keys.size() * keys.size());
    List<Comparable<Object>> ordered = keys.stream().map(ListExtensions::comparable).toList();
    if (ordered.stream().map(Object::getClass).distinct().count() > 1) {
      throw new FunctionFault("list elements must have the same type");
    }
    return IntStream.range(0, list.size())
        .boxed()
        .sorted((a, b) -> ordered.get(a).compareTo(ordered.get(b)))
        .<Object>map(list::get)
        .toList();
  }

  @SuppressWarnings("unchecked") // all are of one class, which is looked at before they are used
  private static Comparable<Object> comparable(Object key) {
    return switch (key) {
      case Long n -> (Comparable<Object>) (Comparable<?>) n;
      case UnsignedLong n -> (Comparable<Object>) (Comparable<?>) n;
      case Double n -> (Comparable<Object>) (Comparable<?>) n;
      case Boolean truth -> (Comparable<Object>) (Comparable<?>) truth;
      case Duration time -> (Comparable<Object>) (Comparable<?>) time;
      case Instant time -> (Comparable<Object>) (Comparable<?>) time;
      case String text -> (Comparable<Object>) (Comparable<?>) text;
      case CelByteString bytes -> (Comparable<Object>) (Comparable<?>) new Bytes(bytes);
      case Object other -> throw new FunctionFault("list elements must be comparable");
    };
  }

  /** Bytes in their order. */
  private record Bytes(CelByteString bytes) implements Comparable<Bytes> {
    @Override
    public int compareTo(Bytes other) {
      return CelByteString.unsignedLexicographicalComparator().compare(bytes, other.bytes);
    }
  }
}
