package dev.muster.api.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.GoText;
import dev.muster.api.kinds.Kind;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import java.time.Instant;
import java.util.List;

/**
 * Objects as a Table.
 *
 * @param version of the group meta.k8s.io, {@code v1} or {@code v1beta1}
 * @param include how much of each object its row carries
 */
public record TableAnswer(Kind kind, String version, Include include) {

  /** How much of an object a row carries. */
  public enum Include {
    NONE,
    METADATA,
    OBJECT;

    /**
     * By its name in a request's query.
     *
     * @throws ApiException with code 400 for another name
     */
    public static Include named(String name) {
      return switch (name) {
        case "None" -> NONE;
        case "", "Metadata" -> METADATA;
        case "Object" -> OBJECT;
        default ->
            throw Status.badRequest(
                    "Unable to convert to Table as requested: includeObject: Invalid value: "
                        + GoText.quote(name)
                        + ": must be 'Metadata', 'Object', 'None', or empty")
                .exception();
      };
    }
  }

  /** A list; its metadata is kept. */
  public ObjectNode ofList(ObjectNode listMetadata, List<ObjectNode> objects, Instant now) {
    return table(listMetadata, objects, now, true);
  }

  /**
   * A single object, also one in a watch event.
   *
   * @param header whether the columns are described, which in a watch only the first event does
   */
  public ObjectNode ofObject(ObjectNode object, Instant now, boolean header) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    String resourceVersion = object.path("metadata").path("resourceVersion").asText("");
    if (!resourceVersion.isEmpty()) {
      metadata.put("resourceVersion", resourceVersion);
    }
    return table(metadata, List.of(object), now, header);
  }

  private ObjectNode table(
      ObjectNode metadata, List<ObjectNode> objects, Instant now, boolean header) {
    Printer printer = Tables.of(kind);
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "Table").put("apiVersion", "meta.k8s.io/" + version).set("metadata", metadata);
    if (header) {
      ArrayNode columns = out.putArray("columnDefinitions");
      printer.columns().forEach(column -> columns.add(column.toJson()));
    } else {
      out.putNull("columnDefinitions");
    }
    ArrayNode rows = out.putArray("rows");
    for (ObjectNode object : objects) {
      ObjectNode row = rows.addObject();
      row.set("cells", printer.cells(object, now));
      ArrayNode conditions = printer.conditions().apply(new Shown(object, now));
      if (!conditions.isEmpty()) {
        row.set("conditions", conditions);
      }
      switch (include) {
        case NONE -> row.putNull("object");
        case METADATA -> row.set("object", PartialObject.of(object, version));
        case OBJECT -> row.set("object", object);
      }
    }
    return out;
  }
}
