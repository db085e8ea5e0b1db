package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** How all cases went, and what none of them touched. */
record CaseReport(List<CaseResult> results, Coverage coverage) {
  CaseReport {
    results = List.copyOf(results);
  }

  long failed() {
    return results.stream().filter(result -> !result.passed()).count();
  }

  void print(Format format, PrintWriter out) {
    if (format == Format.table) {
      table(out);
    } else {
      format.print(tree(), out);
    }
  }

  private void table(PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "CASE", "USER", "REQUEST", "EXPECTED"));
    for (CaseResult result : results) {
      AccessCase test = result.test();
      rows.add(
          List.of(
              result.passed() ? "ok" : "FAIL",
              test.name(),
              test.user().name(),
              test.action().describe(),
              test.expected().allowed() ? "allowed" : "refused"));
    }
    Format.printTable(rows, out);
    for (CaseResult result : results) {
      if (!result.passed()) {
        out.println();
        Format.printTable(
            List.of(List.of(result.test().place() + ":"), List.of("  " + result.detail())), out);
      }
    }
    out.println();
    out.println(
        "%d cases, %d failed; of %d parts of the policy %d were touched by no case"
            .formatted(results.size(), failed(), coverage.size(), coverage.untouched().size()));
    untouched(out);
    out.flush();
  }

  private void untouched(PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    for (PolicyPart part : coverage.untouched()) {
      String where = part.namespace().isEmpty() ? "" : " in " + part.namespace();
      rows.add(List.of("  " + part.kind() + "/" + part.name() + where, part.what()));
    }
    if (!rows.isEmpty()) {
      Format.printTable(rows, out);
    }
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("failed", failed());
    ArrayNode cases = tree.putArray("cases");
    for (CaseResult result : results) {
      ObjectNode row = cases.addObject().put("name", result.test().name());
      row.put("place", result.test().place());
      row.put("user", result.test().user().name());
      row.put("request", result.test().action().describe());
      row.put("expected", result.test().expected().allowed() ? "allowed" : "refused");
      row.put("passed", result.passed()).put("detail", result.detail());
    }
    tree.put("parts", coverage.size());
    ArrayNode untouched = tree.putArray("untouched");
    for (PolicyPart part : coverage.untouched()) {
      ObjectNode row = untouched.addObject().put("kind", part.kind()).put("name", part.name());
      if (!part.namespace().isEmpty()) {
        row.put("namespace", part.namespace());
      }
      if (!part.what().isEmpty()) {
        row.put("part", part.what());
      }
    }
    return tree;
  }
}
