import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.SourceVersion;

/**
 * Writes a class for each table of types, with the two views of each type in it. Run by the build:
 * {@code java TableViews.java DIRECTORY}, with the tables on the class path.
 */
final class TableViews {
  /** What every object has. */
  static final String METADATA = "meta/v1.ObjectMeta";

  /** What every view has already, by its interface or as a record. */
  private static final Set<String> TAKEN =
      Set.of(
          "at",
          "present",
          "absent",
          "empty",
          "tree",
          "of",
          "ofObject",
          "create",
          "copyOf",
          "reading",
          "getClass",
          "hashCode",
          "toString",
          "notify",
          "wait");

  private TableViews() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0], "dev", "muster", "views");
    Files.createDirectories(directory);
    Map<String, StringBuilder> tables = new TreeMap<>();
    Schema schema = Schema.kubernetes();
    for (String name : schema.names()) {
      StructType type = schema.struct(name);
      tables
          .computeIfAbsent(table(name), TableViews::begin)
          .append(ReadView.of(type))
          .append(WriteView.of(type));
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
        import com.fasterxml.jackson.databind.node.JsonNodeFactory;
        import com.fasterxml.jackson.databind.node.ObjectNode;
        import dev.muster.model.field.At;

        /** Views of the types of %s. */
        public final class %s {
          private %s() {}
        """
            .formatted(table, className(table), className(table)));
  }

  /** {@code x-kubernetes-group} is {@code xKubernetesGroup}, {@code default} is {@code default_}. */
  static String method(String field) {
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

  /** {@code CoreV1.Pod} of {@code core/v1.Pod}, with a prefix before {@code Pod}. */
  static String viewName(String prefix, Type.Ref ref) {
    String simple = ref.name().substring(ref.name().indexOf('.') + 1);
    return className(table(ref.name())) + "." + prefix + simple;
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
