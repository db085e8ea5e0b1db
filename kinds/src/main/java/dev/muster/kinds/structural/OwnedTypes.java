package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.Field;
import dev.muster.model.types.Field.Merge;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import dev.muster.model.types.Type.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How server-side apply owns the parts of a custom resource. */
final class OwnedTypes {
  private static final Type UNTYPED = new Scalar(Scalar.Kind.UNTYPED, "interface {}");
  private static final Type TEXT = new Scalar(Scalar.Kind.STRING, "string");
  private static final Type METADATA =
      Type.Ref.to(Schema.kubernetes().struct("meta/v1.ObjectMeta"));

  private OwnedTypes() {}

  static StructType root(String name, Structural schema, CustomContent content) {
    List<Field> fields = new ArrayList<>();
    meta(fields);
    fields(schema, fields);
    return StructType.custom(name, fields, schema.preserves() ? UNTYPED : null, content);
  }

  private static void meta(List<Field> fields) {
    fields.add(field("apiVersion", TEXT, new Merge.Natural(), null));
    fields.add(field("kind", TEXT, new Merge.Natural(), null));
    fields.add(field("metadata", METADATA, new Merge.Natural(), null));
  }

  private static void fields(Structural schema, List<Field> fields) {
    for (Map.Entry<String, Structural> e : schema.properties().entrySet()) {
      boolean known = fields.stream().anyMatch(field -> field.name().equals(e.getKey()));
      if (!known) {
        Structural its = e.getValue();
        fields.add(field(e.getKey(), type(its), merge(its), its.byDefault()));
      }
    }
  }

  private static Field field(String name, Type type, Merge merge, @Nullable JsonNode byDefault) {
    return new Field(
        name,
        type,
        true,
        false,
        false,
        new Field.Patch(false, "", false, false),
        merge,
        byDefault == null ? "" : byDefault.toString(),
        List.of());
  }

  private static Merge merge(Structural schema) {
    return switch (schema.type()) {
      case "array" ->
          switch (schema.listType()) {
            case "set" -> new Merge.SetOf();
            case "map" -> new Merge.Keyed(schema.listKeys());
            default -> new Merge.Atomic();
          };
      case "object" -> schema.mapType().equals("atomic") ? new Merge.Atomic() : new Merge.Natural();
      default -> new Merge.Natural();
    };
  }

  private static Type type(Structural schema) {
    return switch (schema.type()) {
      case "object" -> object(schema);
      case "array" ->
          new Type.ListOf(
              schema.items() == null ? UNTYPED : type(schema.items()),
              "[]interface {}",
              merge(schema));
      case "string" -> TEXT;
      case "integer" -> new Scalar(Scalar.Kind.INT64, "int64");
      case "number" -> new Scalar(Scalar.Kind.FLOAT64, "float64");
      case "boolean" -> new Scalar(Scalar.Kind.BOOL, "bool");
      default ->
          schema.intOrString()
              ? new Scalar(Scalar.Kind.INT_OR_STRING, "intstr.IntOrString")
              : UNTYPED;
    };
  }

  private static Type object(Structural schema) {
    if (schema.properties().isEmpty() && !schema.embedded() && schema.hasOthers()) {
      return new Type.MapOf(
          schema.others() == null ? UNTYPED : type(schema.others()), "map[string]interface {}");
    }
    List<Field> fields = new ArrayList<>();
    if (schema.embedded()) {
      meta(fields);
    }
    fields(schema, fields);
    return Type.Ref.to(
        StructType.part(
            "custom.object",
            schema.mapType().equals("atomic"),
            fields,
            schema.preserves() ? UNTYPED : null));
  }
}
