package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single operations: what they take and what they answer. */
final class OpenApiOperations {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> FORMATS = List.of("application/json", "application/yaml");
  private static final List<String> PATCHES =
      List.of(
          "application/apply-patch+yaml",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json");

  private final Style style;
  private final Schema schema;
  private final Definitions definitions;

  OpenApiOperations(Style style, Schema schema, Definitions definitions) {
    this.style = style;
    this.schema = schema;
    this.definitions = definitions;
  }

  /** What an operation is done to, and by which of the kind's names. */
  record About(String id, String tag, ObjectNode groupVersionKind) {}

  /**
   * @param action as Kubernetes names it: list, get, post, put, patch, delete, deletecollection,
   *     connect
   * @param takes the body's type; null for none
   * @param gives the answer's type; null for plain text
   */
  ObjectNode operation(
      String action, About about, @Nullable StructType takes, @Nullable StructType gives) {
    ObjectNode out = NODES.objectNode();
    out.putArray("tags").add(about.tag());
    out.put("operationId", about.id());
    ArrayNode parameters = NODES.arrayNode();
    Parameters.query(style, parameters, Parameters.of(action));
    StructType body =
        switch (action) {
          case "patch" -> schema.struct("meta/v1.Patch");
          case "delete", "deletecollection" -> schema.struct("meta/v1.DeleteOptions");
          default -> takes;
        };
    boolean custom = gives != null && !gives.builtIn();
    List<String> patches = custom ? PATCHES.subList(0, PATCHES.size() - 1) : PATCHES;
    List<String> accepted = action.equals("patch") ? patches : List.of("*/*");
    if (body != null) {
      body(out, parameters, body, accepted);
    }
    if (!parameters.isEmpty()) {
      out.set("parameters", parameters);
    }
    ObjectNode responses = out.putObject("responses");
    answer(responses.putObject("200").put("description", "OK"), gives);
    if (action.equals("post") || action.equals("put") || action.equals("patch")) {
      answer(responses.putObject("201").put("description", "Created"), gives);
    }
    responses.putObject("401").put("description", "Unauthorized");
    if (style == Style.V2) {
      FORMATS.forEach(out.putArray("produces")::add);
      accepted.forEach(out.putArray("consumes")::add);
    }
    out.put("x-kubernetes-action", action);
    out.set("x-kubernetes-group-version-kind", about.groupVersionKind());
    return out;
  }

  private void body(ObjectNode out, ArrayNode parameters, StructType type, List<String> accepted) {
    if (style == Style.V2) {
      parameters
          .addObject()
          .put("in", "body")
          .put("name", "body")
          .set("schema", definitions.reference(type));
      return;
    }
    ObjectNode content = out.putObject("requestBody").putObject("content");
    for (String format : accepted) {
      content.putObject(format).set("schema", definitions.reference(type));
    }
  }

  private void answer(ObjectNode response, @Nullable StructType type) {
    ObjectNode schemaNode =
        type == null ? NODES.objectNode().put("type", "string") : definitions.reference(type);
    if (style == Style.V2) {
      response.set("schema", schemaNode);
      return;
    }
    ObjectNode content = response.putObject("content");
    for (String format : type == null ? List.of("*/*") : FORMATS) {
      content.putObject(format).set("schema", schemaNode.deepCopy());
    }
  }
}
