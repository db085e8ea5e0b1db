package dev.muster.cli.access;

import dev.muster.access.change.SubjectChange;
import dev.muster.access.rights.Right;
import dev.muster.access.tree.ChangeTree;
import dev.muster.authz.rbac.Subject;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** How a change is shown; the names are the values of {@code -o}. */
enum ChangeFormat {
  table,
  json,
  yaml,
  markdown;

  private static final List<String> HEAD =
      List.of("", "SUBJECT", "WHERE", "RESOURCE", "NAMES", "VERBS", "DANGEROUS");

  void print(List<SubjectChange> changes, PrintWriter out) {
    switch (this) {
      case json -> Format.json.print(ChangeTree.of(changes), out);
      case yaml -> Format.yaml.print(ChangeTree.of(changes), out);
      case markdown -> markdown(rows(changes), out);
      case table -> {
        List<List<String>> rows = rows(changes);
        if (rows.size() == 1) {
          out.println("nobody gains or loses anything");
        } else {
          Format.printTable(rows, out);
        }
      }
    }
    out.flush();
  }

  private static List<List<String>> rows(List<SubjectChange> changes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    for (SubjectChange change : changes) {
      add("+", change.subject(), change.gains(), rows);
      add("-", change.subject(), change.losses(), rows);
    }
    return rows;
  }

  private static void add(
      String sign, Subject subject, List<Right> rights, List<List<String>> rows) {
    RightRows things = new RightRows();
    rights.forEach(things::add);
    for (List<String> thing : things.rows()) {
      List<String> row = new ArrayList<>(List.of(sign, subject.describe("")));
      row.addAll(thing);
      if (sign.equals("-")) {
        row.set(row.size() - 1, "");
      }
      rows.add(row);
    }
  }

  /** Names come from whoever wrote the change: none of them is markup. */
  private static void markdown(List<List<String>> rows, PrintWriter out) {
    if (rows.size() == 1) {
      out.println("Nobody gains or loses anything.");
      return;
    }
    for (int i = 0; i < rows.size(); i++) {
      StringBuilder line = new StringBuilder("|");
      for (String cell : rows.get(i)) {
        line.append(' ').append(escaped(cell)).append(" |");
      }
      out.println(line);
      if (i == 0) {
        out.println("|" + "---|".repeat(HEAD.size()));
      }
    }
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c < ' ' || c == 0x7f) {
                out.append(' ');
              } else if (c == '<') {
                out.append("&lt;");
              } else if (c == '&') {
                out.append("&amp;");
              } else if (c < 0x80 && "\\`*_{}[]()#+-.!|>~@".indexOf(c) >= 0) {
                out.append('\\').appendCodePoint(c);
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
