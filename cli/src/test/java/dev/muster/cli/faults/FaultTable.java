package dev.muster.cli.faults;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What came of the rounds, by fault; in Markdown, as the documentation has it. */
final class FaultTable {
  /** Of all rounds with one fault. */
  private record Row(
      int rounds, long acknowledged, long unknown, long answers, Duration slowest, int faults) {
    private static final Row NONE = new Row(0, 0, 0, 0, Duration.ZERO, 0);

    Row with(Row other) {
      return new Row(
          rounds + other.rounds,
          acknowledged + other.acknowledged,
          unknown + other.unknown,
          answers + other.answers,
          slowest.compareTo(other.slowest) > 0 ? slowest : other.slowest,
          faults + other.faults);
    }

    String line(String title) {
      return String.format(
          Locale.ROOT,
          "| %s | %d | %,d | %,d | %,d | %.1f s | %d |",
          title,
          rounds,
          acknowledged,
          unknown,
          answers,
          slowest.toMillis() / 1000.0,
          faults);
    }
  }

  private final Map<FaultKind, Row> rows = new EnumMap<>(FaultKind.class);

  /**
   * @param recovery from when it was mended until all servers were ready and took writes
   * @param faults what was found wrong
   */
  void add(
      FaultKind kind,
      long acknowledged,
      long unknown,
      long answers,
      Duration recovery,
      int faults) {
    rows.merge(kind, new Row(1, acknowledged, unknown, answers, recovery, faults), Row::with);
  }

  String text() {
    StringBuilder text =
        new StringBuilder(
            """
            | fault | rounds | writes acknowledged | outcome unknown | answers | slowest recovery | found wrong |
            |---|---|---|---|---|---|---|
            """);
    rows.forEach((kind, row) -> text.append(row.line(kind.title())).append('\n'));
    Row all = rows.values().stream().reduce(Row.NONE, Row::with);
    return text.append(all.line("all")).append('\n').toString();
  }
}
