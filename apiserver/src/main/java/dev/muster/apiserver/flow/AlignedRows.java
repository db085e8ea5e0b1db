package dev.muster.apiserver.flow;

import java.util.ArrayList;
import java.util.List;

/** Rows whose cells end with commas and stand below each other, as Go's tabwriter has them. */
final class AlignedRows {
  private static final int NARROWEST = 8;

  private final List<String[]> rows = new ArrayList<>();

  AlignedRows(Object... headers) {
    add(headers);
  }

  /** All have as many cells; line ends in them are shown, so that a name makes no row. */
  void add(Object... cells) {
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      String text = cells[i].toString().replace("\n", "\\n").replace("\t", "\\t");
      row[i] = i < cells.length - 1 ? text + "," : text;
    }
    rows.add(row);
  }

  String text() {
    int[] widths = new int[rows.getFirst().length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], Math.max(NARROWEST, row[i].length() + 1));
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      for (int i = 0; i < row.length - 1; i++) {
        text.append(row[i]).repeat(' ', widths[i] - row[i].length());
      }
      text.append(row[row.length - 1]).append('\n');
    }
    return text.toString();
  }
}
