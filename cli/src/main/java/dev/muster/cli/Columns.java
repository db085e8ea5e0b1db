package dev.muster.cli;

import java.io.PrintStream;
import java.util.List;

/** Rows of text as aligned columns, three blanks between them. */
final class Columns {
  private Columns() {}

  static void print(PrintStream out, List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i));
        if (i < row.size() - 1) {
          line.repeat(' ', widths[i] - row.get(i).length() + 3);
        }
      }
      out.println(line);
    }
  }
}
