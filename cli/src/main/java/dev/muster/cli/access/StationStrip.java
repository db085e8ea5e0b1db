package dev.muster.cli.access;

import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The stations of a request's way as a table; an arrow marks the one that decides. */
final class StationStrip {
  private static final int LONGEST = 1000;
  private static final int MOST_SILENT = 3;

  private StationStrip() {}

  static void print(RequestWay way, PrintWriter out) {
    if (way.stations().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  ", "STAGE", "STATION", "VERDICT", "REASON"));
    for (Stage stage : Stage.values()) {
      List<Station> all = way.at(stage);
      List<Station> silent = all.stream().filter(StationStrip::silent).toList();
      boolean many = silent.size() > MOST_SILENT;
      all.stream().filter(each -> !many || !silent.contains(each)).forEach(each -> add(each, rows));
      for (Verdict verdict : Verdict.values()) {
        long count = silent.stream().filter(each -> each.verdict() == verdict).count();
        if (many && count > 0) {
          rows.add(List.of("", stage.name(), count + " others", word(verdict), ""));
        }
      }
    }
    Format.printTable(rows, out);
  }

  /** Stations that neither decide nor say or do anything are told together if they are many. */
  private static boolean silent(Station station) {
    return !station.decides() && station.reason().isEmpty() && station.changes().isEmpty();
  }

  private static void add(Station station, List<List<String>> rows) {
    rows.add(
        List.of(
            station.decides() ? "=>" : "",
            station.stage().name(),
            station.name(),
            word(station.verdict()),
            line(station.reason())));
    for (String change : station.changes()) {
      rows.add(List.of("", "", "", "", "- " + line(change)));
    }
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Allowed -> "allowed";
      case Refused -> "refused";
      case NoOpinion -> "no opinion";
      case NotAsked -> "not asked";
      case Unknown -> "unknown";
    };
  }

  /** On one line, and not all of it if somebody was very talkative. */
  private static String line(String text) {
    boolean fits = text.length() <= LONGEST;
    String start = fits ? text : text.substring(0, LONGEST);
    return start.lines().map(String::strip).collect(Collectors.joining("; ")) + (fits ? "" : "...");
  }
}
