package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.util.List;

/** The schemas that definitions bring, in documents. */
final class CustomSchemas {
  private static final List<String> NEWER =
      List.of("nullable", "default", "oneOf", "anyOf", "allOf", "not", "additionalItems");

  private CustomSchemas() {}

  /** The list of a custom kind. */
  static StructType listOf(Kind kind) {
    StructType builtIn = Schema.kubernetes().struct("core/v1.PodList");
    List<Field> fields =
        builtIn.fields().stream()
            .map(field -> field.name().equals("items") ? items(field, kind.type()) : field)
            .toList();
    return StructType.part(kind.type().name() + "List", false, fields, null);
  }

  private static Field items(Field like, StructType element) {
    return new Field(
        "items",
        new Type.ListOf(Type.Ref.to(element), "[]" + element.simpleName()),
        like.pointer(),
        like.keep(),
        like.omitZero(),
        like.patch(),
        like.merge(),
        like.defaultJson(),
        List.of());
  }

  /**
   * Leaves out what version 2 of OpenAPI has no words for, or that would make clients refuse more
   * than the server does.
   */
  static void reduce(ObjectNode schema) {
    schema.remove(NEWER);
    boolean open =
        schema.path("x-kubernetes-int-or-string").asBoolean()
            || schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    if (open || schema.path("nullable").asBoolean()) {
      schema.remove(List.of("type", "properties", "items", "additionalProperties", "format"));
    }
    for (JsonNode property : schema.path("properties")) {
      below(property);
    }
    below(schema.path("items"));
    below(schema.path("additionalProperties"));
  }

  private static void below(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      reduce(object);
    }
  }
}
