package dev.muster.cli.audit;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns as wide as they need to be. */
final class Table {
  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    rows.add(List.of(headings));
  }

  void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  /** Prints the rows, or {@code ifNone}. */
  void print(String ifNone) {
    if (rows.size() == 1) {
      System.out.println(ifNone);
      return;
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size() - 1; i++) {
        int column = i;
        int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        line.append(row.get(i)).append(" ".repeat(width + GAP - row.get(i).length()));
      }
      System.out.println(line.append(row.getLast()));
    }
  }
}
