package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.model.codec.Trees;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a value is owned: as a whole or by its parts, and how its parts are told apart. */
sealed interface Shape {

  /** Owned as a whole: values without parts, atomic lists, maps and structs. */
  record Whole() implements Shape {}

  /** Owned by parts that have names. */
  sealed interface Named extends Shape {
    /** The step to the part of that name, or null when there can be none. */
    @Nullable PathElement step(String name);

    /** The shape of the part of that name, to which there is a step. */
    Shape part(String name);
  }

  /** A struct, owned by its fields. */
  record Struct(StructShape fields) implements Named {
    @Override
    public @Nullable PathElement step(String name) {
      StructShape.Part part = fields.part(name);
      if (part != null) {
        return part.step();
      }
      return fields.type().others() == null ? null : PathElement.field(name);
    }

    @Override
    public Shape part(String name) {
      StructShape.Part part = fields.part(name);
      if (part != null) {
        return part.shape();
      }
      Type others = fields.type().others();
      return others == null ? WHOLE : of(others);
    }
  }

  /** A map, owned by its keys. */
  record MapOf(Shape value) implements Named {
    @Override
    public PathElement step(String name) {
      return PathElement.field(name);
    }

    @Override
    public Shape part(String name) {
      return value;
    }
  }

  /** Any JSON: maps by their keys, everything else as a whole. */
  record Untyped() implements Named {
    @Override
    public PathElement step(String name) {
      return PathElement.field(name);
    }

    @Override
    public Shape part(String name) {
      return this;
    }
  }

  /** A list, owned by its elements. */
  sealed interface Listed extends Shape {
    /** The step to an element, or null when it has nothing by which to tell it apart. */
    @Nullable PathElement step(JsonNode element);

    Shape elements();
  }

  /** A list of values, owned by value. */
  record SetOf() implements Listed {
    @Override
    public @Nullable PathElement step(JsonNode element) {
      return element.isContainerNode() || element.isNull() ? null : PathElement.value(element);
    }

    @Override
    public Shape elements() {
      return WHOLE;
    }
  }

  /** A list of structs, owned by keys, which are in order. */
  record Keyed(List<String> keys, List<JsonNode> defaults, StructType element) implements Listed {

    @Override
    public Shape elements() {
      return element.atomic() ? WHOLE : new Struct(StructShape.of(element));
    }

    @Override
    public @Nullable PathElement step(JsonNode of) {
      if (!of.isObject()) {
        return null;
      }
      List<String> given = new ArrayList<>(keys.size());
      List<JsonNode> values = new ArrayList<>(keys.size());
      for (int i = 0; i < keys.size(); i++) {
        JsonNode own = of.get(keys.get(i));
        JsonNode value = own == null ? defaults.get(i) : own;
        if (!value.isMissingNode()) {
          given.add(keys.get(i));
          values.add(value);
        }
      }
      return given.isEmpty() ? null : PathElement.key(given, values);
    }
  }

  Shape WHOLE = new Whole();
  Shape SET = new SetOf();
  Shape UNTYPED = new Untyped();

  static Shape of(Field field) {
    return switch (field.merge()) {
      case Field.Merge.Atomic atomic -> WHOLE;
      case Field.Merge.SetOf set -> SET;
      case Field.Merge.Keyed keyed -> keyed(keyed.keys(), field.type());
      case Field.Merge.Natural natural -> of(field.type());
      case Field.Merge.Granular granular -> granular(field);
    };
  }

  static Shape of(StructType type) {
    return type.atomic() ? WHOLE : new Struct(StructShape.of(type));
  }

  static Shape of(Type type) {
    return switch (type) {
      case Type.Scalar scalar -> scalar.kind() == Type.Scalar.Kind.UNTYPED ? UNTYPED : WHOLE;
      case Type.Ref ref -> of(ref.struct());
      case Type.ListOf list ->
          switch (list.merge()) {
            case Field.Merge.SetOf set -> SET;
            case Field.Merge.Keyed keyed -> keyed(keyed.keys(), list);
            case Field.Merge.Natural natural -> WHOLE;
            case Field.Merge.Granular granular -> WHOLE;
            case Field.Merge.Atomic atomic -> WHOLE;
          };
      case Type.MapOf map -> new MapOf(of(map.value()));
    };
  }

  private static Shape granular(Field field) {
    if (!(field.type() instanceof Type.Ref ref)) {
      throw new IllegalStateException("field " + field.name() + " is no struct");
    }
    return new Struct(StructShape.of(ref.struct()));
  }

  private static Shape keyed(List<String> keys, Type type) {
    if (!(type instanceof Type.ListOf list && list.element() instanceof Type.Ref ref)) {
      throw new IllegalStateException("a list of " + type.goName() + " has keys but no structs");
    }
    List<String> sorted = keys.stream().sorted().toList();
    return new Keyed(
        sorted, sorted.stream().map(key -> keyDefault(ref, key)).toList(), ref.struct());
  }

  private static JsonNode keyDefault(Type.Ref element, String key) {
    Field field = element.struct().field(key);
    if (field == null || field.defaultJson().isEmpty()) {
      return MissingNode.getInstance();
    }
    try {
      return Trees.parse(field.defaultJson().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
