package dev.muster.apiserver.authn;

import java.util.ArrayList;
import java.util.List;

/**
 * Comma-separated lines with quoted fields. Empty lines are left out.
 *
 * @param problems each begins with its line number and a colon
 */
record Csv(List<Line> lines, List<String> problems) {

  /** A line; the number counts from one. */
  record Line(int number, List<String> fields) {}

  static Csv parse(String text) {
    Csv csv = new Csv(new ArrayList<>(), new ArrayList<>());
    int number = 0;
    for (String line : text.split("\r?\n")) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      List<String> fields = new ArrayList<>();
      String problem = split(line, fields);
      if (problem.isEmpty()) {
        csv.lines.add(new Line(number, List.copyOf(fields)));
      } else {
        csv.problems.add(number + ": " + problem);
      }
    }
    return csv;
  }

  private static String split(String line, List<String> fields) {
    int at = 0;
    while (true) {
      StringBuilder field = new StringBuilder();
      if (at < line.length() && line.charAt(at) == '"') {
        at = quoted(line, at + 1, field);
        if (at < 0) {
          return "a quoted field has no closing quote";
        }
        if (at < line.length() && line.charAt(at) != ',') {
          return "there is text after the closing quote of a field";
        }
      } else {
        int end = line.indexOf(',', at);
        end = end < 0 ? line.length() : end;
        field.append(line, at, end);
        if (field.indexOf("\"") >= 0) {
          return "there is a quote inside a field without quotes";
        }
        at = end;
      }
      fields.add(field.toString());
      if (at >= line.length()) {
        return "";
      }
      at++;
    }
  }

  /** Reads up to the closing quote and returns the place after it, or -1. */
  private static int quoted(String line, int from, StringBuilder field) {
    for (int at = from; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c != '"') {
        field.append(c);
      } else if (at + 1 < line.length() && line.charAt(at + 1) == '"') {
        field.append('"');
        at++;
      } else {
        return at + 1;
      }
    }
    return -1;
  }
}
