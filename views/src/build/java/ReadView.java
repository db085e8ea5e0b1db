import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.Map;

/** The view of a type for reading: a record of where the value stands, with a method per field. */
final class ReadView {
  /** What is written by hand for a type, beyond the names of its fields. */
  private static final Map<String, String> READINGS = Map.of("core/v1.Pod", "PodReading");

  private static final String OF_ANY_OBJECT =
      """

            /** That of an object, whatever its kind. */
            public static ObjectMeta ofObject(JsonNode object) {
              return new ObjectMeta(At.root(object).get("metadata"));
            }
        """;

  private ReadView() {}

  static String of(StructType type) {
    StringBuilder view =
        new StringBuilder(
            """

              /** A value of {@code %s} and where it stands. */
              public record %s(At at) implements %s {
                /** The object itself. */
                public static %2$s of(JsonNode tree) {
                  return new %2$s(At.root(tree));
                }
            """
                .formatted(
                    type.name(),
                    type.simpleName(),
                    READINGS.getOrDefault(type.name(), "View")));
    if (type.name().equals(TableViews.METADATA)) {
      view.append(OF_ANY_OBJECT);
    }
    type.fields().forEach(field -> view.append(accessor(field)));
    return view.append("  }\n").toString();
  }

  private static String accessor(Field field) {
    String name = field.name();
    String at = "at.get(\"" + name + "\")";
    String answer = "At";
    String value = at;
    if (field.type() instanceof Type.Ref ref) {
      answer = TableViews.viewName("", ref);
      value = "new " + answer + "(" + at + ")";
    } else if (field.type() instanceof Type.ListOf list && list.element() instanceof Type.Ref ref) {
      String element = TableViews.viewName("", ref);
      answer = "ViewList<" + element + ">";
      value = "new ViewList<>(" + at + ", " + element + "::new)";
    }
    return """

            /** The field {@code %s}, a {@code %s}%s. */
            public %s %s() {
              return %s;
            }
        """
        .formatted(
            name,
            field.type().goName(),
            field.pointer() ? " that may be absent" : "",
            answer,
            TableViews.method(name),
            value);
  }
}
