package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The parameters of operations. */
final class Parameters {
  private static final List<String> LIST =
      List.of(
          "allowWatchBookmarks",
          "continue",
          "fieldSelector",
          "labelSelector",
          "limit",
          "resourceVersion",
          "resourceVersionMatch",
          "sendInitialEvents",
          "timeoutSeconds",
          "watch");
  private static final List<String> WRITE = List.of("dryRun", "fieldManager", "fieldValidation");
  private static final List<String> PATCH =
      List.of("dryRun", "fieldManager", "fieldValidation", "force");
  private static final List<String> DELETE =
      List.of(
          "dryRun",
          "gracePeriodSeconds",
          "ignoreStoreReadErrorWithClusterBreakingPotential",
          "orphanDependents",
          "propagationPolicy");

  private Parameters() {}

  static List<String> of(String action) {
    return switch (action) {
      case "list", "deletecollection" -> LIST;
      case "post", "put" -> WRITE;
      case "patch" -> PATCH;
      case "delete" -> DELETE;
      default -> List.of();
    };
  }

  static void query(Style style, ArrayNode out, List<String> names) {
    names.forEach(name -> out.add(parameter(style, name, "query")));
  }

  /** The parts of a path that stand for something else. */
  static void path(Style style, ObjectNode item, boolean namespaced, boolean named) {
    ArrayNode out = item.putArray("parameters");
    if (named) {
      out.add(parameter(style, "name", "path").put("required", true));
    }
    if (namespaced) {
      out.add(parameter(style, "namespace", "path").put("required", true));
    }
    out.add(parameter(style, "pretty", "query"));
  }

  private static ObjectNode parameter(Style style, String name, String in) {
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("name", name).put("in", in);
    String about = Descriptions.of("parameter", name);
    if (!about.isEmpty()) {
      out.put("description", about);
    }
    String type =
        switch (name) {
          case "limit", "timeoutSeconds", "gracePeriodSeconds" -> "integer";
          case "watch",
              "force",
              "orphanDependents",
              "allowWatchBookmarks",
              "sendInitialEvents",
              "ignoreStoreReadErrorWithClusterBreakingPotential" ->
              "boolean";
          default -> "string";
        };
    ObjectNode typed = style == Style.V2 ? out : out.putObject("schema");
    typed.put("type", type).put("uniqueItems", true);
    return out;
  }
}
