package dev.muster.apiserver.work;

import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A list or map that an object of a kind can have, by the fields that lead to it. Lists and maps on
 * the way have one element.
 *
 * @param owner the struct that has it
 */
record ListField(Kind kind, List<Field> path, StructType owner) {
  ListField {
    path = List.copyOf(path);
  }

  /** All of a kind; types that hold themselves are entered once. */
  static List<ListField> of(Kind kind) {
    List<ListField> all = new ArrayList<>();
    walk(kind, kind.type(), new ArrayDeque<>(), new ArrayDeque<>(), all);
    return all;
  }

  private static void walk(
      Kind kind, StructType struct, Deque<String> entered, Deque<Field> path, List<ListField> all) {
    if (entered.contains(struct.name())) {
      return;
    }
    entered.addLast(struct.name());
    for (Field field : struct.fields()) {
      path.addLast(field);
      if (repeats(field.type())) {
        all.add(new ListField(kind, List.copyOf(path), struct));
      }
      if (innermost(field.type()) instanceof Type.Ref inner) {
        walk(kind, inner.struct(), entered, path, all);
      }
      path.removeLast();
    }
    entered.removeLast();
  }

  static boolean repeats(Type type) {
    return type instanceof Type.ListOf || type instanceof Type.MapOf;
  }

  private static Type innermost(Type type) {
    return switch (type) {
      case Type.ListOf list -> innermost(list.element());
      case Type.MapOf map -> innermost(map.value());
      case Type.Ref ref -> ref;
      case Type.Scalar scalar -> scalar;
    };
  }

  /** The struct and its field: alike wherever the struct is used. */
  String declared() {
    return owner.name() + "." + path.getLast().name();
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(kind.apiVersion() + " " + kind.kind() + " ");
    path.forEach(field -> out.append('.').append(field.name()));
    return out.toString();
  }
}
