package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;

/**
 * A copy of an object, a list, a table or a patch as it may be written: what is confidential is
 * replaced by {@link #REDACTED}, all else is as it was.
 *
 * <p>INVARIANT (secrets): of a secret only what is listed here is copied, so that a field nobody
 * thought of is not written.
 */
final class Contents {
  static final String REDACTED = "<redacted>";

  private static final TextNode MARKER = TextNode.valueOf(REDACTED);
  private static final Set<String> OF_SECRETS = Set.of("kind", "apiVersion", "type", "immutable");
  private static final Set<String> OF_LISTS =
      Set.of("kind", "apiVersion", "metadata", "items", "columnDefinitions", "rows");
  private static final Set<String> OF_OPERATIONS = Set.of("op", "path", "from");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final boolean omitManagedFields;
  private final boolean messages;
  private boolean redacted;

  /**
   * @param messages whether messages of a Status may be written
   */
  Contents(boolean omitManagedFields, boolean messages) {
    this.omitManagedFields = omitManagedFields;
    this.messages = messages;
  }

  /** Whether something was left out of a copy because it is confidential. */
  boolean redacted() {
    return redacted;
  }

  /** What was sent: an object, or a patch. A patch may claim to be of any kind. */
  JsonNode sent(JsonNode tree, Confidentiality outer) {
    if (tree instanceof ObjectNode object) {
      return one(object, outer.with(object));
    }
    if (outer == Confidentiality.NONE) {
      return tree;
    }
    return tree instanceof ArrayNode operations ? each(operations, this::operation) : hidden();
  }

  /** What was answered: an object, a list, a table, or a Status. */
  JsonNode answered(ObjectNode object, Confidentiality outer) {
    String kind = object.path("kind").asText();
    Confidentiality own = outer.with(object);
    if (kind.equals("Status")) {
      return status(object);
    }
    if (kind.endsWith("List") && object.get("items") instanceof ArrayNode items) {
      return listed(object, "items", each(items, item -> sent(item, own)));
    }
    if (kind.equals("Table") && object.get("rows") instanceof ArrayNode rows) {
      return listed(object, "rows", each(rows, row -> row(row, own)));
    }
    return one(object, own);
  }

  private ObjectNode one(ObjectNode object, Confidentiality own) {
    return switch (own) {
      case NONE -> withMetadata(object);
      case TOKEN -> tokens(withMetadata(object));
      case SECRET -> secret(object);
      case QUESTION -> question(withMetadata(object));
    };
  }

  private ObjectNode listed(ObjectNode from, String field, ArrayNode copies) {
    ObjectNode out = NODES.objectNode();
    for (Map.Entry<String, JsonNode> each : from.properties()) {
      out.set(each.getKey(), OF_LISTS.contains(each.getKey()) ? each.getValue() : hidden());
    }
    return out.set(field, copies);
  }

  private interface Copying {
    JsonNode of(JsonNode node);
  }

  private static ArrayNode each(ArrayNode nodes, Copying copying) {
    ArrayNode out = NODES.arrayNode(nodes.size());
    nodes.forEach(node -> out.add(copying.of(node)));
    return out;
  }

  private TextNode hidden() {
    redacted = true;
    return MARKER;
  }

  private ObjectNode withMetadata(ObjectNode from) {
    ObjectNode out = NODES.objectNode().setAll(from);
    if (from.get("metadata") instanceof ObjectNode metadata) {
      out.set("metadata", metadata(metadata));
    }
    return out;
  }

  private ObjectNode metadata(ObjectNode from) {
    ObjectNode out = NODES.objectNode().setAll(from);
    if (omitManagedFields) {
      out.remove("managedFields");
    }
    return out;
  }

  private ObjectNode secret(ObjectNode from) {
    ObjectNode out = NODES.objectNode();
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      JsonNode value = field.getValue();
      if (field.getKey().equals("metadata") && value instanceof ObjectNode metadata) {
        ObjectNode known = metadata(metadata);
        if (known.has("annotations")) {
          known.set("annotations", values(known.get("annotations")));
        }
        out.set("metadata", known);
      } else if (field.getKey().equals("data") || field.getKey().equals("stringData")) {
        out.set(field.getKey(), values(value));
      } else {
        boolean copied = OF_SECRETS.contains(field.getKey()) && !value.isContainerNode();
        out.set(field.getKey(), copied ? value : hidden());
      }
    }
    return out;
  }

  /** A map with its keys, and a marker for each value. */
  private JsonNode values(JsonNode map) {
    if (!(map instanceof ObjectNode entries)) {
      return hidden();
    }
    ObjectNode out = NODES.objectNode();
    entries.fieldNames().forEachRemaining(key -> out.set(key, hidden()));
    return out;
  }

  private ObjectNode tokens(ObjectNode object) {
    for (String part : new String[] {"spec", "status"}) {
      if (object.get(part) instanceof ObjectNode from) {
        object.set(part, hide(NODES.objectNode().setAll(from), "token", "error"));
      } else if (object.has(part)) {
        object.set(part, hidden());
      }
    }
    return object;
  }

  /** Only roles and bindings are written of what a question is about, and of a text nothing. */
  private ObjectNode question(ObjectNode object) {
    if (!(object.get("spec") instanceof ObjectNode from)) {
      return object.has("spec") ? object.set("spec", hidden()) : object;
    }
    ObjectNode out = NODES.objectNode().setAll(from);
    hide(out, "object", "manifest");
    if (out.has("object") || out.has("manifest") || out.has("objects")) {
      if (object.get("status") instanceof ObjectNode status) {
        // admission may quote what it refuses
        object.set("status", hide(NODES.objectNode().setAll(status), "stations", "notes"));
      }
    }
    if (out.has("objects")) {
      out.set(
          "objects",
          out.get("objects") instanceof ArrayNode objects ? each(objects, this::policy) : hidden());
    }
    return object.set("spec", out);
  }

  private ObjectNode hide(ObjectNode object, String... fields) {
    for (String field : fields) {
      if (object.has(field)) {
        object.set(field, hidden());
      }
    }
    return object;
  }

  private JsonNode policy(JsonNode object) {
    return object.path("apiVersion").asText().startsWith("rbac.authorization.k8s.io/")
        ? object
        : hidden();
  }

  /** One operation of a JSON patch. */
  private JsonNode operation(JsonNode operation) {
    if (!(operation instanceof ObjectNode from)) {
      return hidden();
    }
    ObjectNode out = NODES.objectNode();
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      boolean copied = OF_OPERATIONS.contains(field.getKey()) && field.getValue().isTextual();
      out.set(field.getKey(), copied ? field.getValue() : hidden());
    }
    return out;
  }

  private JsonNode row(JsonNode row, Confidentiality own) {
    if (!(row instanceof ObjectNode from) || !from.has("object")) {
      return row;
    }
    ObjectNode out = NODES.objectNode().setAll(from);
    out.set("object", sent(from.get("object"), own));
    return out;
  }

  private JsonNode status(ObjectNode from) {
    if (messages || from.path("status").asText().equals("Success")) {
      return from;
    }
    ObjectNode out = NODES.objectNode().setAll(from);
    if (out.has("message")) {
      out.set("message", hidden());
    }
    if (from.get("details") instanceof ObjectNode details && details.has("causes")) {
      ObjectNode rest = NODES.objectNode().setAll(details);
      rest.set("causes", hidden());
      out.set("details", rest);
    }
    return out;
  }
}
