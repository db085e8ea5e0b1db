package dev.muster.cli.access;

import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The stations of a request's way as a table; an arrow marks the one that decides. */
final class StationStrip {
  private static final int LONGEST = 1000;

  private StationStrip() {}

  static void print(RequestWay way, PrintWriter out) {
    if (way.stations().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  ", "STAGE", "STATION", "VERDICT", "REASON"));
    for (Station station : way.stations()) {
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
    Format.printTable(rows, out);
  }

  static String word(Station.Verdict verdict) {
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
    String one = text.replaceAll("\\s*\\R\\s*", "; ");
    return one.length() <= LONGEST ? one : one.substring(0, LONGEST) + "...";
  }
}
