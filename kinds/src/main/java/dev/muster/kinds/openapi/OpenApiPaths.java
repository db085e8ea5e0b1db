package dev.muster.kinds.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.openapi.OpenApiOperations.About;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Subresource;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The paths of one group and version. */
final class OpenApiPaths {
  private final Style style;
  private final Schema schema;
  private final OpenApiOperations operations;
  private final TreeMap<String, ObjectNode> items = new TreeMap<>();

  OpenApiPaths(Style style, Schema schema, Definitions definitions) {
    this.style = style;
    this.schema = schema;
    this.operations = new OpenApiOperations(style, schema, definitions);
  }

  void add(String root, List<Kind> kinds) {
    for (Kind kind : kinds) {
      String collection =
          "/" + root + (kind.namespaced() ? "/namespaces/{namespace}/" : "/") + kind.plural();
      collection(kind, collection, kind.namespaced());
      if (kind.namespaced() && kind.verbs().contains("list")) {
        ObjectNode item = item("/" + root + "/" + kind.plural(), false, false);
        put(item, "get", "list", kind, "ForAllNamespaces", null, listType(kind));
      }
      object(kind, collection + "/{name}");
      for (Subresource part : kind.subresources()) {
        part(kind, part, collection + "/{name}/" + part.name());
      }
    }
  }

  ObjectNode written() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    items.forEach(out::set);
    return out;
  }

  private void collection(Kind kind, String path, boolean namespaced) {
    ObjectNode item = item(path, namespaced, false);
    if (kind.verbs().contains("list")) {
      put(item, "get", "list", kind, "", null, listType(kind));
    }
    if (kind.verbs().contains("create")) {
      put(item, "post", "post", kind, "", kind.type(), kind.type());
    }
    if (kind.verbs().contains("deletecollection")) {
      put(item, "delete", "deletecollection", kind, "", null, schema.struct("meta/v1.Status"));
    }
  }

  private void object(Kind kind, String path) {
    if (!kind.verbs().contains("get")) {
      return;
    }
    ObjectNode item = item(path, kind.namespaced(), true);
    put(item, "get", "get", kind, "", null, kind.type());
    if (kind.verbs().contains("update")) {
      put(item, "put", "put", kind, "", kind.type(), kind.type());
    }
    if (kind.verbs().contains("patch")) {
      put(item, "patch", "patch", kind, "", null, kind.type());
    }
    if (kind.verbs().contains("delete")) {
      put(item, "delete", "delete", kind, "", null, schema.struct("meta/v1.Status"));
    }
  }

  private void part(Kind kind, Subresource part, String path) {
    StructType type = SubresourceTypes.of(kind, part, schema);
    boolean connect = part.kind().endsWith("Options");
    boolean log = part.name().equals("log");
    ObjectNode item = item(path, kind.namespaced(), true);
    String group = part.version().isEmpty() ? kind.group() : part.group();
    String version = part.version().isEmpty() ? kind.version() : part.version();
    ObjectNode gvk = KindNames.one(group, version, part.kind());
    for (String verb : new TreeSet<>(part.verbs())) {
      String method =
          switch (verb) {
            case "create" -> "post";
            case "update" -> "put";
            default -> verb;
          };
      String action = connect ? "connect" : method;
      boolean takes = method.equals("post") || method.equals("put");
      StructType body = connect || !takes ? null : type;
      StructType answer = connect || log ? null : type;
      String id = id((connect ? "connect-" : "") + method, kind, title(part.name()));
      item.set(method, operations.operation(action, new About(id, tag(kind), gvk), body, answer));
    }
  }

  private void put(
      ObjectNode item,
      String method,
      String action,
      Kind kind,
      String suffix,
      @Nullable StructType takes,
      @Nullable StructType gives) {
    ObjectNode gvk = KindNames.one(kind.group(), kind.version(), kind.kind());
    About about = new About(id(action, kind, suffix), tag(kind), gvk);
    item.set(method, operations.operation(action, about, takes, gives));
  }

  private ObjectNode item(String path, boolean namespaced, boolean named) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    Parameters.path(style, item, namespaced, named);
    items.put(path, item);
    return item;
  }

  private StructType listType(Kind kind) {
    if (kind.type().content() != null) {
      return CustomSchemas.listOf(kind);
    }
    StructType list = schema.find(kind.type().name() + "List");
    return list == null ? schema.struct("meta/v1.List") : list;
  }

  /** For instance {@code readCoreV1NamespacedPodStatus}. */
  private static String id(String action, Kind kind, String suffix) {
    String verb =
        switch (action) {
          case "get" -> "read";
          case "post" -> "create";
          case "put" -> "replace";
          case "deletecollection" -> "deleteCollection";
          case "connect-get", "connect-post", "connect-put", "connect-patch", "connect-delete" ->
              "connect" + title(action.substring("connect-".length()));
          default -> action;
        };
    boolean scoped = kind.namespaced() && !suffix.equals("ForAllNamespaces");
    return verb
        + title(tag(kind).replace('_', '-'))
        + (scoped ? "Namespaced" : "")
        + kind.kind()
        + suffix;
  }

  private static String tag(Kind kind) {
    String group = kind.group().isEmpty() ? "core" : kind.group().replaceFirst("\\.k8s\\.io$", "");
    return group.replaceAll("[^A-Za-z0-9]", "_") + "_" + kind.version();
  }

  /** Words joined by dashes, each with a capital. */
  private static String title(String words) {
    StringBuilder out = new StringBuilder();
    for (String word : words.split("-")) {
      out.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return out.toString();
  }
}
