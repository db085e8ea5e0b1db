package dev.muster.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One command of a page and what the page says it prints.
 *
 * @param line where the command stands
 */
record PageStep(int line, String command, List<String> printed) {
  private static final String PROMPT = "$ ";
  private static final Pattern HERE_DOCUMENT = Pattern.compile("<<-?\\s*['\"]?(\\w+)['\"]?");

  /** The commands in a page's {@code console} blocks, in order. */
  static List<PageStep> of(List<String> page) {
    List<PageStep> steps = new ArrayList<>();
    boolean console = false;
    for (int i = 0; i < page.size(); i++) {
      String line = page.get(i);
      if (line.startsWith("```")) {
        console = line.equals("```console");
      } else if (console && line.startsWith(PROMPT)) {
        int last = lastLineOfCommand(page, i);
        String command = String.join("\n", page.subList(i, last + 1)).substring(PROMPT.length());
        steps.add(new PageStep(i + 1, command, new ArrayList<>()));
        i = last;
      } else if (console && !steps.isEmpty()) {
        steps.getLast().printed().add(line);
      }
    }
    return steps;
  }

  /** A command goes on after a backslash, and to the end of its here document. */
  private static int lastLineOfCommand(List<String> page, int first) {
    int last = first;
    while (page.get(last).endsWith("\\")) {
      last++;
    }
    Matcher here = HERE_DOCUMENT.matcher(page.get(last));
    if (here.find()) {
      do {
        last++;
      } while (!page.get(last).equals(here.group(1)));
    }
    return last;
  }

  /** Whether it goes on running while the reader turns to another terminal. */
  boolean keepsRunning() {
    return printed.contains("ready");
  }
}
