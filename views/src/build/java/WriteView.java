import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.List;

/**
 * The view of a type for writing: a record of the struct, with a method per field that gives the
 * field, and one, or two where it may be a number or a text, that sets it.
 */
final class WriteView {
  private static final String OF_ANY_OBJECT =
      """

            /** That of an object, whatever its kind, put there empty when there is none. */
            public static MutableObjectMeta ofObject(ObjectNode object) {
              return MutablePartialObjectMetadata.of(object).metadata().ensure();
            }
        """;

  private WriteView() {}

  /** What a field is, and what it is set to: the types of parameters and what is put. */
  private record Shape(String field, String more, List<Setter> setters) {}

  private record Setter(String parameter, String value) {
    static final Setter TREE = new Setter("JsonNode", "value");
  }

  static String of(StructType type) {
    StringBuilder view =
        new StringBuilder(
            """

              /** A struct of {@code %s} to be changed. */
              public record Mutable%s(ObjectNode tree) implements MutableView {
                /** A struct in a tree. */
                public static Mutable%2$s of(ObjectNode tree) {
                  return new Mutable%2$s(tree);
                }

                /** A new struct, empty. */
                public static Mutable%2$s create() {
                  return new Mutable%2$s(JsonNodeFactory.instance.objectNode());
                }

                /** A copy of a struct; an empty one if there is none. */
                public static Mutable%2$s copyOf(%2$s struct) {
                  return new Mutable%2$s(
                      struct.tree() instanceof ObjectNode tree
                          ? tree.deepCopy()
                          : JsonNodeFactory.instance.objectNode());
                }

                /** The struct to be read. */
                public %2$s reading() {
                  return %2$s.of(tree);
                }
            """
                .formatted(type.name(), type.simpleName()));
    if (type.name().equals(TableViews.METADATA)) {
      view.append(OF_ANY_OBJECT);
    }
    for (Field field : type.fields()) {
      Shape shape = shape(field.type());
      view.append(accessor(field, shape));
      shape.setters().forEach(setter -> view.append(setter(type, field, setter)));
    }
    return view.append("  }\n").toString();
  }

  private static String accessor(Field field, Shape shape) {
    return """

        /** The field {@code %s}, a {@code %s}. */
        public %s %s() {
          return new %s(tree, "%s"%s);
        }
    """
        .formatted(
            field.name(),
            field.type().goName(),
            shape.field(),
            TableViews.method(field.name()),
            shape.field().replaceFirst("<.*>", "<>"),
            field.name(),
            shape.more());
  }

  private static String setter(StructType type, Field field, Setter setter) {
    return """

        /** Sets the field {@code %s}. */
        public Mutable%s %s(%s value) {
          tree.%s("%s", %s);
          return this;
        }
    """
        .formatted(
            field.name(),
            type.simpleName(),
            TableViews.method(field.name()),
            setter.parameter(),
            setter.parameter().matches("String|long|double|boolean") ? "put" : "set",
            field.name(),
            setter.value());
  }

  private static Shape shape(Type type) {
    return switch (type) {
      case Type.Ref ref -> {
        String view = TableViews.viewName("Mutable", ref);
        yield new Shape(
            "StructField<" + view + ">",
            ", " + view + "::new",
            List.of(new Setter(view, "value.tree()")));
      }
      case Type.ListOf list when list.element() instanceof Type.Ref ref -> {
        String view = TableViews.viewName("Mutable", ref);
        yield new Shape(
            "StructListField<" + view + ">", ", " + view + "::new", List.of(Setter.TREE));
      }
      case Type.ListOf _, Type.MapOf _ -> new Shape("TreeField", "", List.of(Setter.TREE));
      case Type.Scalar scalar -> scalar(scalar.kind());
    };
  }

  private static Shape scalar(Type.Scalar.Kind kind) {
    Setter text = new Setter("String", "value");
    Setter number = new Setter("long", "value");
    return switch (kind) {
      case STRING, BYTES, QUANTITY, TIME, MICRO_TIME, DURATION ->
          new Shape("TextField", "", List.of(text));
      case BOOL -> new Shape("TruthField", "", List.of(new Setter("boolean", "value")));
      case INT32, INT64, UINT32 -> new Shape("NumberField", "", List.of(number));
      case INT_OR_STRING -> new Shape("TreeField", "", List.of(number, text));
      case FLOAT64 -> new Shape("TreeField", "", List.of(new Setter("double", "value")));
      case RAW, UNTYPED -> new Shape("TreeField", "", List.of(Setter.TREE));
    };
  }
}
