package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableListMeta;
import dev.muster.views.MetaV1.MutableTable;
import dev.muster.views.MetaV1.MutableTableRow;
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
    MutableListMeta metadata = MutableListMeta.create();
    String resourceVersion = object.metadata().resourceVersion().text();
    if (!resourceVersion.isEmpty()) {
      metadata.resourceVersion(resourceVersion);
    }
    return table(metadata.tree(), List.of(object), columns, described);
  }

  Printer printer() {
    return Tables.of(kind);
  }

  private ObjectNode table(
      ObjectNode metadata, List<Shown> objects, List<Column> columns, List<Column> described) {
    MutableTable out = MutableTable.create().kind("Table").apiVersion("meta.k8s.io/" + version);
    out.metadata().set(metadata);
    if (described.isEmpty()) {
      out.columnDefinitions(NullNode.getInstance());
    }
    described.forEach(column -> out.columnDefinitions().add(column.definition()));
    out.rows().replace();
    for (Shown object : objects.stream().sorted(printer().order()).toList()) {
      MutableTableRow row = out.rows().add().cells(Printer.cells(object, columns));
      ArrayNode conditions = printer().conditions().apply(object);
      if (!conditions.isEmpty()) {
        row.conditions(conditions);
      }
      switch (include) {
        case NONE -> row.object(NullNode.getInstance());
        case METADATA -> row.object(PartialObject.of(object.object(), version));
        case OBJECT -> row.object(object.object());
      }
    }
    return out.tree();
  }
}
