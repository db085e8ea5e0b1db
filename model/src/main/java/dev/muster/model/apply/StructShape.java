package dev.muster.model.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Decoder;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a struct type, made once per type. */
final class StructShape {
  private final StructType type;
  private final Map<String, Part> parts;
  private volatile @Nullable ObjectNode empty;

  private StructShape(StructType type) {
    this.type = type;
    this.parts = HashMap.newHashMap(type.fields().size());
    for (Field field : type.fields()) {
      parts.put(field.name(), new Part(field, type.builtIn()));
    }
  }

  static StructShape of(StructType type) {
    return type.derived(StructShape.class, StructShape::new);
  }

  StructType type() {
    return type;
  }

  @Nullable Part part(String name) {
    return parts.get(name);
  }

  /** The canonical object of this type in which nothing is set; it must not be changed. */
  ObjectNode empty() {
    ObjectNode made = empty;
    if (made == null) {
      made = Decoder.decode(type, JsonNodeFactory.instance.objectNode()).object();
      empty = made;
    }
    return made;
  }

  /** One field: the step to it and its shape. */
  static final class Part {
    private final Field field;
    private final PathElement step;
    // types may contain themselves, so a shape is made when it is first needed
    private volatile @Nullable Shape shape;

    private Part(Field field, boolean builtIn) {
      this.field = field;
      // what a definition names is not kept longer than the definition
      this.step = builtIn ? PathElement.declared(field.name()) : PathElement.field(field.name());
    }

    Field field() {
      return field;
    }

    PathElement step() {
      return step;
    }

    Shape shape() {
      Shape made = shape;
      if (made == null) {
        made = Shape.of(field);
        shape = made;
      }
      return made;
    }
  }
}
