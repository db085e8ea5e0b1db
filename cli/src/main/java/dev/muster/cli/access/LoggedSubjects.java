package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.access.auditlog.AuditEntry;
import dev.muster.access.auditlog.RequestOutcome;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who did anything by a log, and how often; of too many different ones the rest is one row. */
final class LoggedSubjects {
  private static final int MOST = 10_000;
  private static final int LONGEST = 256;

  /** How many requests, and how many of them were refused. */
  private static final class Tally {
    private long requests;
    private long refused;
  }

  private final Map<String, Tally> tallies = new HashMap<>();
  private final Tally others = new Tally();

  void add(AuditEntry entry) {
    if (!entry.ended()) {
      return;
    }
    String name = entry.request().user().name();
    boolean known = tallies.containsKey(name);
    Tally tally =
        known || (tallies.size() < MOST && name.length() <= LONGEST)
            ? tallies.computeIfAbsent(name, n -> new Tally())
            : others;
    tally.requests++;
    if (entry.outcome() == RequestOutcome.REFUSED) {
      tally.refused++;
    }
  }

  private List<Map.Entry<String, Tally>> sorted() {
    List<Map.Entry<String, Tally>> sorted = new ArrayList<>(tallies.entrySet());
    sorted.sort(
        Map.Entry.<String, Tally>comparingByValue((a, b) -> Long.compare(b.requests, a.requests))
            .thenComparing(Map.Entry.comparingByKey()));
    return sorted;
  }

  void print(Format format, PrintWriter out) {
    if (format == Format.table) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("USER", "REQUESTS", "REFUSED"));
      sorted().forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
      if (others.requests > 0) {
        rows.add(row("(others)", others));
      }
      Format.printTable(rows, out);
      return;
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Map.Entry<String, Tally> entry : sorted()) {
      list.addObject()
          .put("user", entry.getKey())
          .put("requests", entry.getValue().requests)
          .put("refused", entry.getValue().refused);
    }
    if (others.requests > 0) {
      list.addObject().put("requests", others.requests).put("refused", others.refused);
    }
    format.print(list, out);
  }

  private static List<String> row(String name, Tally tally) {
    return List.of(
        name.isEmpty() ? "(not authenticated)" : name,
        Long.toString(tally.requests),
        Long.toString(tally.refused));
  }
}
