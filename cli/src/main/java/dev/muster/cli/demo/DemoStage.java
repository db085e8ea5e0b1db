package dev.muster.cli.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Where the audience looks. Keeps count of the steps that went as they should. */
final class DemoStage {
  private static final int WIDTH = 100;

  private record Row(String story, int right, int steps, String leftOut) {
    Row with(boolean right) {
      return new Row(story, this.right + (right ? 1 : 0), steps + 1, leftOut);
    }

    Row without(String part) {
      return new Row(story, right, steps, part);
    }
  }

  private final PrintWriter out;
  private final Ansi ansi;
  private final List<Row> rows = new ArrayList<>();

  DemoStage(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** Something on the way that is not a step. */
  void say(String text) {
    out.println(ansi.string("@|faint " + text + "|@"));
  }

  void open(Story story) {
    rows.add(new Row(story.title(), 0, 0, ""));
    out.println();
    out.println(ansi.string("@|bold " + story.title() + "|@"));
    say(story.document());
  }

  void show(String asked, StoryOutcome outcome) {
    rows.add(rows.removeLast().with(outcome.right()));
    out.println();
    line("asked", asked);
    String mark = outcome.right() ? "@|green right|@" : "@|bold,red WRONG|@";
    line("got", outcome.happened());
    line("why", outcome.why());
    out.println("  " + ansi.string(mark));
    out.flush();
  }

  /** A part of the story that cannot be played here, and why; the table says so as well. */
  void leaveOut(String part) {
    rows.add(rows.removeLast().without(part));
    out.println();
    line("", "left out: " + part);
  }

  private void line(String label, String text) {
    String head = String.format("  %-6s", label);
    for (String part : wrapped(text, WIDTH - head.length())) {
      out.println(head + part);
      head = " ".repeat(head.length());
    }
  }

  /** A table of the stories; whether every step of every story went as it should. */
  boolean close(long millis) {
    int width = rows.stream().mapToInt(row -> row.story.length()).max().orElse(0);
    out.println();
    for (Row row : rows) {
      boolean all = row.right == row.steps && row.steps > 0;
      String result = all ? "@|green pass|@" : "@|bold,red FAIL|@";
      out.println(
          ansi.string(
                  String.format("%-" + width + "s  %2d of %2d  ", row.story, row.right, row.steps))
              + ansi.string(result)
              + (row.leftOut.isEmpty() ? "" : "  left out: " + row.leftOut));
    }
    out.printf("%.1f s%n", millis / 1000.0);
    out.flush();
    return !rows.isEmpty()
        && rows.stream().allMatch(row -> row.steps > 0 && row.right == row.steps);
  }

  /** Breaks at spaces, and at the line ends that are there. */
  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.strip().split("\n", -1)) {
      String rest = paragraph;
      while (rest.length() > width) {
        int space = rest.lastIndexOf(' ', width);
        int end = space <= 0 ? width : space;
        lines.add(rest.substring(0, end));
        rest = rest.substring(end).stripLeading();
      }
      lines.add(rest);
    }
    return lines;
  }
}
