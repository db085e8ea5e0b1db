package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Makes one kind's rows.
 *
 * @param columns that every table has
 * @param findings columns after those, each only in a table where an object has more to say in it
 *     than {@code <none>}
 * @param conditions what else there is to say of a row, such as that a pod has completed; mostly
 *     empty
 * @param order of the rows; by default all are equal, and stay as they are
 */
public record Printer(
    List<Column> columns,
    List<Column> findings,
    Function<Shown, ArrayNode> conditions,
    Comparator<Shown> order) {
  private static final Comparator<Shown> AS_LISTED = (unusedOne, unusedOther) -> 0;

  public Printer {
    columns = List.copyOf(columns);
    findings = List.copyOf(findings);
  }

  Printer(List<Column> columns, List<Column> findings, Function<Shown, ArrayNode> conditions) {
    this(columns, findings, conditions, AS_LISTED);
  }

  /** The same with rows in an order of their own. */
  Printer inOrder(Comparator<Shown> other) {
    return new Printer(columns, findings, conditions, other);
  }

  static Printer of(Column... columns) {
    return of(List.of(columns));
  }

  /** With these columns, and nothing else to say. */
  public static Printer of(List<Column> columns) {
    return new Printer(columns, List.of(), o -> JsonNodeFactory.instance.arrayNode());
  }

  /** The cells of an object in a table of its own; ages count up to {@code now}. */
  public ArrayNode cells(ObjectNode object, Instant now) {
    Shown shown = new Shown(object, now);
    return cells(shown, columnsOf(List.of(shown)));
  }

  /** The columns of a table of these objects. */
  List<Column> columnsOf(List<Shown> objects) {
    List<Column> all = new ArrayList<>(columns);
    for (Column finding : findings) {
      if (objects.stream().anyMatch(o -> !finding.cell().apply(o).asText().equals(Shown.NONE))) {
        all.add(finding);
      }
    }
    return all;
  }

  static ArrayNode cells(Shown object, List<Column> columns) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode(columns.size());
    for (Column column : columns) {
      out.add(column.cell().apply(object));
    }
    return out;
  }
}
