package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What was found, a row each; an exit code for scripts says whether there was anything. */
final class Findings {
  /** Of a command that did what it should and found something. */
  static final int FOUND = 3;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> fields;

  /**
   * @param headings of the columns
   * @param fields the same for scripts
   */
  Findings(List<String> headings, List<String> fields) {
    this.fields = List.copyOf(fields);
    rows.add(List.copyOf(headings));
  }

  void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  /** Prints the rows, or a sentence to people if there are none. */
  int print(Format format, String ifNone, PrintWriter out) {
    if (format != Format.table) {
      format.print(tree(), out);
    } else if (rows.size() == 1) {
      out.println(ifNone);
    } else {
      Format.printTable(rows, out);
    }
    out.flush();
    return rows.size() == 1 ? 0 : FOUND;
  }

  private ArrayNode tree() {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (List<String> row : rows.subList(1, rows.size())) {
      ObjectNode entry = list.addObject();
      for (int i = 0; i < row.size(); i++) {
        entry.put(fields.get(i), row.get(i));
      }
    }
    return list;
  }
}
