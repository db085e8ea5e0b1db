package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a watch, one for each event. Columns are described in the first, and again when one
 * has come in addition; from then on it stays, so that a client's last description always holds.
 * For one thread.
 */
public final class TableStream {
  private final TableAnswer answer;
  private List<Column> described = List.of();

  public TableStream(TableAnswer answer) {
    this.answer = answer;
  }

  public ObjectNode next(ObjectNode object, Instant now) {
    Shown shown = new Shown(object, now);
    List<Column> wanted = answer.printer().columnsOf(List.of(shown));
    if (described.containsAll(wanted)) {
      return answer.ofObject(shown, described, List.of());
    }
    List<Column> all = new ArrayList<>(described);
    wanted.stream().filter(column -> !described.contains(column)).forEach(all::add);
    described = all;
    return answer.ofObject(shown, described, described);
  }
}
