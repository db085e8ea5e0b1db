package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
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
    List<Shown> shown = objects.stream().map(object -> new Shown(object, now)).toList();
    List<Column> columns = printer().columnsOf(shown);
    return table(listMetadata, shown, columns, columns);
  }

  public ObjectNode ofObject(ObjectNode object, Instant now) {
    Shown shown = new Shown(object, now);
    List<Column> columns = printer().columnsOf(List.of(shown));
    return ofObject(shown, columns, columns);
  }

  /**
   * @param described the columns to describe: those of the table or none
   */
  ObjectNode ofObject(Shown object, List<Column> columns, List<Column> described) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    String resourceVersion = object.metadata().resourceVersion().text();
    if (!resourceVersion.isEmpty()) {
      metadata.put("resourceVersion", resourceVersion);
    }
    return table(metadata, List.of(object), columns, described);
  }

  Printer printer() {
    return Tables.of(kind);
  }

  private ObjectNode table(
      ObjectNode metadata, List<Shown> objects, List<Column> columns, List<Column> described) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "Table").put("apiVersion", "meta.k8s.io/" + version).set("metadata", metadata);
    if (described.isEmpty()) {
      out.putNull("columnDefinitions");
    } else {
      ArrayNode definitions = out.putArray("columnDefinitions");
      described.forEach(column -> definitions.add(column.toJson()));
    }
    ArrayNode rows = out.putArray("rows");
    for (Shown object : objects) {
      ObjectNode row = rows.addObject();
      row.set("cells", Printer.cells(object, columns));
      ArrayNode conditions = printer().conditions().apply(object);
      if (!conditions.isEmpty()) {
        row.set("conditions", conditions);
      }
      switch (include) {
        case NONE -> row.putNull("object");
        case METADATA -> row.set("object", PartialObject.of(object.object(), version));
        case OBJECT -> row.set("object", object.object());
      }
    }
    return out;
  }
}
