import dev.muster.model.schema.Field;
import dev.muster.model.schema.Schema;
import dev.muster.model.schema.StructType;
import dev.muster.model.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.SourceVersion;

/**
 * Writes a class for each table of types, with a view for each type in it. Run by the build:
 * {@code java TableViews.java DIRECTORY}, with the tables on the class path.
 */
final class TableViews {
  /** What every view has already, by {@code View} or as a record. */
  private static final Set<String> TAKEN =
      Set.of("at", "present", "tree", "getClass", "hashCode", "toString", "notify", "wait");

  private TableViews() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0], "dev", "muster", "views");
    Files.createDirectories(directory);
    Map<String, StringBuilder> tables = new TreeMap<>();
    Schema schema = Schema.kubernetes();
    for (String name : schema.names()) {
      StructType type = schema.struct(name);
      tables.computeIfAbsent(table(name), TableViews::begin).append(view(type));
    }
    for (var table : tables.entrySet()) {
      write(directory.resolve(className(table.getKey()) + ".java"), table.getValue() + "}\n");
    }
  }

  /** What stays the same is not touched, so that nothing is compiled again because of it. */
  private static void write(Path file, String text) throws IOException {
    if (!Files.exists(file) || !Files.readString(file).equals(text)) {
      Files.writeString(file, text);
    }
  }

  private static StringBuilder begin(String table) {
    return new StringBuilder(
        """
        package dev.muster.views;

        import com.fasterxml.jackson.databind.JsonNode;
        import dev.muster.model.field.At;

        /** Views of the types of %s. */
        public final class %s {
          private %s() {}
        """
            .formatted(table, className(table), className(table)));
  }

  private static String view(StructType type) {
    StringBuilder view =
        new StringBuilder(
            """

              /** A value of {@code %s} and where it stands. */
              public record %s(At at) implements View {
                public static %2$s of(JsonNode tree) {
                  return new %2$s(At.root(tree));
                }
            """
                .formatted(type.name(), type.simpleName()));
    type.fields().forEach(field -> view.append(accessor(field)));
    return view.append("  }\n").toString();
  }

  private static String accessor(Field field) {
    String name = field.name();
    String at = "at.get(\"" + name + "\")";
    String answer = "At";
    String value = at;
    if (field.type() instanceof Type.Ref ref) {
      answer = viewName(ref);
      value = "new " + answer + "(" + at + ")";
    } else if (field.type() instanceof Type.ListOf list && list.element() instanceof Type.Ref ref) {
      answer = "java.util.List<" + viewName(ref) + ">";
      value = "View.each(" + at + ", " + viewName(ref) + "::new)";
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
            method(name),
            value);
  }

  /** {@code x-kubernetes-group} is {@code xKubernetesGroup}, {@code default} is {@code default_}. */
  private static String method(String field) {
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (char c : field.toCharArray()) {
      if (Character.isJavaIdentifierPart(c)) {
        name.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      } else {
        upper = true;
      }
    }
    return SourceVersion.isKeyword(name) || TAKEN.contains(name.toString()) ? name + "_" : "" + name;
  }

  private static String viewName(Type.Ref ref) {
    return className(table(ref.name())) + "." + ref.name().substring(ref.name().indexOf('.') + 1);
  }

  /** {@code core/v1} of {@code core/v1.Pod}. */
  private static String table(String type) {
    return type.substring(0, type.indexOf('.'));
  }

  /** {@code CoreV1} of {@code core/v1}. */
  private static String className(String table) {
    StringBuilder name = new StringBuilder();
    for (String word : table.split("/")) {
      name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return name.toString();
  }
}
