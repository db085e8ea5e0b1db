package dev.muster.api.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Makes one kind's rows.
 *
 * @param conditions what else there is to say of a row, such as that a pod has completed; mostly
 *     empty
 */
public record Printer(List<Column> columns, Function<Shown, ArrayNode> conditions) {

  public Printer {
    columns = List.copyOf(columns);
  }

  static Printer of(Column... columns) {
    return new Printer(List.of(columns), o -> JsonNodeFactory.instance.arrayNode());
  }

  /** The cells of an object, one per column; ages count up to {@code now}. */
  public ArrayNode cells(ObjectNode object, Instant now) {
    Shown shown = new Shown(object, now);
    ArrayNode out = JsonNodeFactory.instance.arrayNode(columns.size());
    for (Column column : columns) {
      out.add(column.cell().apply(shown));
    }
    return out;
  }
}
