package dev.muster.cli.access;

import dev.muster.access.change.ChangeReport;
import dev.muster.access.change.OpenedWays;
import dev.muster.access.change.PodPolicyChange;
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

  void print(ChangeReport report, PrintWriter out) {
    switch (this) {
      case json -> Format.json.print(ChangeTree.of(report), out);
      case yaml -> Format.yaml.print(ChangeTree.of(report), out);
      case markdown -> markdown(report, out);
      case table -> {
        if (report.isEmpty()) {
          out.println("nobody gains or loses anything");
        }
        if (!report.subjects().isEmpty()) {
          Format.printTable(rows(report.subjects()), out);
        }
        for (String line : lines(report)) {
          out.println(Format.harmless(line));
        }
      }
    }
    out.flush();
  }

  /** What is no right: a line each. */
  private static List<String> lines(ChangeReport report) {
    List<String> lines = new ArrayList<>();
    for (OpenedWays.Opened opened : report.ways()) {
      lines.add(
          "+ " + opened.subject().describe("") + " can become " + opened.path().becomes() + ":");
      opened.path().steps().forEach(step -> lines.add("    - " + step.sentence()));
    }
    for (PodPolicyChange change : report.podPolicies()) {
      String name = "PodSecurityPolicy \"" + change.name() + "\"";
      change.allows().forEach(said -> lines.add("+ " + name + " allows " + said));
      change.forbids().forEach(said -> lines.add("- " + name + " forbids " + said));
      lines.add(
          "  "
              + name
              + " may be used by "
              + (change.users().isEmpty() ? "nobody" : String.join(", ", change.users())));
    }
    report.admission().forEach(said -> lines.add("~ " + said));
    return lines;
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
  private static void markdown(ChangeReport report, PrintWriter out) {
    if (report.isEmpty()) {
      out.println("Nobody gains or loses anything.");
      return;
    }
    if (!report.subjects().isEmpty()) {
      markdown(rows(report.subjects()), out);
    }
    List<String> lines = lines(report);
    if (!lines.isEmpty()) {
      out.println();
    }
    for (String line : lines) {
      String indent = line.startsWith("    ") ? "  " : "";
      out.println(indent + "- " + escaped(line.strip()));
    }
  }

  private static void markdown(List<List<String>> rows, PrintWriter out) {
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
