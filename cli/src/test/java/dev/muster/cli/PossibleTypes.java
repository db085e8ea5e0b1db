package dev.muster.cli;

import static java.util.stream.Collectors.toMap;

import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import dev.muster.model.types.Type.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a tree may be, as far as the tables tell: each of these types, none if no type fits.
 *
 * @param name how the source calls it: its field, or else its variable
 */
record PossibleTypes(String name, List<Type> types) {
  private static final List<Type> STRUCTS =
      Schema.kubernetes().names().stream()
          .map(Schema.kubernetes()::struct)
          .<Type>map(Type.Ref::to)
          .toList();

  private static final Map<String, Type> VIEWS =
      STRUCTS.stream().collect(toMap(type -> viewName(struct(type)), Function.identity()));

  /** The types of objects by what a variable is called that holds one. */
  private static final Map<String, Type> OBJECTS = objects();

  /** A part of a document that no table tells of. */
  static final PossibleTypes FOREIGN = untyped("foreign");

  /** What has no fields that a table could tell of, such as a map of ours. */
  static final PossibleTypes NO_TREE = untyped("no tree");

  /** Any struct of the tables. */
  static PossibleTypes any(String name) {
    return new PossibleTypes(name, STRUCTS);
  }

  /** A variable of which nothing is known but its name: what is called pod is one. */
  static PossibleTypes variable(String name) {
    Type object = OBJECTS.get(name);
    return object == null ? any(name) : new PossibleTypes(name, List.of(object));
  }

  /**
   * The type that a view shows; any if there is no such view.
   *
   * @param view such as {@code CoreV1.Pod}
   */
  static PossibleTypes view(String view) {
    Type type = VIEWS.get(view.replace(".Mutable", "."));
    return type == null ? any("") : new PossibleTypes(struct(type).simpleName(), List.of(type));
  }

  boolean none() {
    return types.isEmpty();
  }

  /** Whether the tables tell what it is, or at least what it is not. */
  boolean known() {
    return types.size() < STRUCTS.size() && types.stream().noneMatch(PossibleTypes::untyped);
  }

  /** What the field of that name may be. */
  PossibleTypes field(String field) {
    return each(field, type -> fieldOf(type, field));
  }

  /** What a view's method of that name answers; none if there is no such view. */
  PossibleTypes member(String field) {
    return each(field, type -> type instanceof Type.Ref ? fieldOf(type, field) : Stream.of());
  }

  /** What it is if it has a field of that name; foreign if it cannot have it. */
  PossibleTypes having(String field) {
    PossibleTypes left = each(name, type -> fieldOf(type, field).map(found -> type));
    return left.none() ? FOREIGN : left;
  }

  /** What an element of the list, or a value of the map, may be; of a struct, anything. */
  PossibleTypes element() {
    if (types.stream().anyMatch(type -> type instanceof Type.Ref)) {
      return any(name);
    }
    return each(
        name,
        type ->
            switch (type) {
              case Type.ListOf list -> Stream.of(list.element());
              case Type.MapOf map -> Stream.of(map.value());
              case Type.Ref _ -> Stream.of();
              case Scalar scalar -> untyped(scalar) ? Stream.of(scalar) : Stream.of();
            });
  }

  /** A list of this. */
  PossibleTypes list() {
    return each(name, type -> Stream.of(new Type.ListOf(type, "")));
  }

  private PossibleTypes each(String name, Function<Type, Stream<Type>> what) {
    return new PossibleTypes(name, types.stream().flatMap(what).distinct().toList());
  }

  private static Stream<Type> fieldOf(Type type, String field) {
    return switch (type) {
      case Type.Ref ref -> Stream.ofNullable(ref.struct().field(field)).map(Field::type);
      case Type.MapOf map -> Stream.of(map.value());
      case Type.ListOf _ -> Stream.of();
      case Scalar scalar -> untyped(scalar) ? Stream.of(scalar) : Stream.of();
    };
  }

  private static PossibleTypes untyped(String name) {
    return new PossibleTypes(name, List.of(new Scalar(Scalar.Kind.UNTYPED, name)));
  }

  private static boolean untyped(Type type) {
    return type instanceof Scalar scalar
        && (scalar.kind() == Scalar.Kind.RAW || scalar.kind() == Scalar.Kind.UNTYPED);
  }

  private static StructType struct(Type type) {
    return ((Type.Ref) type).struct();
  }

  /** {@code CoreV1.Pod} of {@code core/v1.Pod}. */
  private static String viewName(StructType type) {
    String[] table = type.name().substring(0, type.name().indexOf('.')).split("/");
    return upper(table[0]) + upper(table[1]) + "." + type.simpleName();
  }

  private static String upper(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static Map<String, Type> objects() {
    Map<String, Type> objects = new HashMap<>();
    for (Type type : STRUCTS) {
      StructType struct = struct(type);
      Field metadata = struct.field("metadata");
      if (metadata != null
          && metadata.type() instanceof Type.Ref ref
          && ref.name().equals("meta/v1.ObjectMeta")) {
        String name = struct.simpleName();
        objects.putIfAbsent(Character.toLowerCase(name.charAt(0)) + name.substring(1), type);
      }
    }
    // audit events and those of a watch are called so, too
    objects.remove("event");
    return objects;
  }
}
