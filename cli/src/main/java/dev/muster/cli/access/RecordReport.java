package dev.muster.cli.access;

import dev.muster.access.auditlog.LogCounts;
import dev.muster.access.change.SubjectChange;
import dev.muster.access.record.RecordedSubject;
import dev.muster.access.record.RecordingTree;
import dev.muster.access.record.RequestRecording;
import dev.muster.access.record.UnusedGrant;
import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Right;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.Named;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was recorded of a subject, for people or as a tree; as YAML just the roles, to apply. */
final class RecordReport {
  private final RecordedSubject subject;
  private final RequestRecording recording;
  private final List<RbacObject> roles;
  private final boolean compared;
  private final List<UnusedGrant> unused;
  private final List<SubjectChange> changes;
  private final List<String> notes;

  /**
   * @param policy what the subject has; null if that is not asked
   */
  RecordReport(
      RecordedSubject subject,
      RequestRecording recording,
      String name,
      @Nullable RbacSnapshot policy,
      Set<String> groups) {
    this.subject = subject;
    this.recording = recording;
    this.roles = recording.roles(name);
    this.compared = policy != null;
    this.unused = policy == null ? List.of() : recording.unused(groups);
    this.notes = new ArrayList<>(policy == null ? recording.plainNotes() : recording.notes());
    this.changes = policy == null ? List.of() : changes(policy, groups);
  }

  private List<SubjectChange> changes(RbacSnapshot policy, Set<String> groups) {
    try {
      return recording.change(policy, groups);
    } catch (IllegalArgumentException e) {
      notes.add("what they have is too much to be compared with what they need");
      return List.of();
    }
  }

  /** What else is to be known. */
  List<String> notes() {
    return notes;
  }

  void print(Format format, PrintWriter out, LogCounts counts) {
    switch (format) {
      case table -> table(out);
      case json ->
          format.print(
              RecordingTree.of(recording, roles, compared, unused, changes, counts, notes), out);
      case yaml -> format.print(RecordingTree.list(roles), out);
    }
  }

  private void table(PrintWriter out) {
    out.println(
        "%s: %d requests, %d of them refused"
            .formatted(subject.subject().describe(""), recording.requests(), recording.refused()));
    out.println();
    out.println("needed:");
    rights(needed(), out);
    if (!compared) {
      return;
    }
    out.println();
    out.println("never used:");
    unused(out);
    out.println();
    out.println("from what they have to what they need:");
    difference(out);
  }

  private static void rights(List<Right> rights, PrintWriter out) {
    if (rights.isEmpty()) {
      out.println("  nothing");
      out.flush();
      return;
    }
    RightRows rows = new RightRows();
    rights.forEach(rows::add);
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("  WHERE", "RESOURCE", "NAMES", "VERBS", "DANGEROUS"));
    for (List<String> row : rows.rows()) {
      List<String> indented = new ArrayList<>(row);
      indented.set(0, "  " + row.getFirst());
      table.add(indented);
    }
    Format.printTable(table, out);
  }

  private List<Right> needed() {
    RbacIndex index = new RbacIndex();
    index.replaceAll(roles);
    return Rights.of(index.snapshot(), subject.alone()).stream().map(HeldRight::right).toList();
  }

  private void unused(PrintWriter out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("  BINDING", "ROLE", "RULE", "OF IT"));
    int builtIn = 0;
    for (UnusedGrant each : unused) {
      if (!Named.mark(each.grant().binding()).isEmpty()) {
        builtIn++;
        continue;
      }
      String where = each.grant().binding().namespace();
      table.add(
          List.of(
              "  " + Named.of(each.grant().binding()) + (where.isEmpty() ? "" : " in " + where),
              Named.of(each.grant().role()),
              each.grant().rule().compact(),
              each.whole() ? "everything" : each.parts().compact()));
    }
    if (table.size() > 1) {
      Format.printTable(table, out);
    } else {
      out.println("  nothing");
    }
    if (builtIn > 0) {
      out.println("  (and " + builtIn + " rules of built-in bindings: -o json has them)");
    }
    out.flush();
  }

  private void difference(PrintWriter out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("  ", "WHERE", "RESOURCE", "NAMES", "VERBS", "DANGEROUS"));
    for (SubjectChange change : changes) {
      add("  +", change.gains(), table);
      add("  -", change.losses(), table);
    }
    if (table.size() > 1) {
      Format.printTable(table, out);
    } else {
      out.println("  no difference");
    }
    out.flush();
  }

  private static void add(String sign, List<Right> rights, List<List<String>> table) {
    RightRows rows = new RightRows();
    rights.forEach(rows::add);
    for (List<String> row : rows.rows()) {
      List<String> signed = new ArrayList<>(List.of(sign));
      signed.addAll(row);
      if (sign.endsWith("-")) {
        signed.set(signed.size() - 1, "");
      }
      table.add(signed);
    }
  }
}
