package dev.muster.cli.access;

import dev.muster.access.escalation.EscalationPath;
import dev.muster.access.escalation.EscalationStep;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.List;

/** Ways to become more, for people: numbered, each step a sentence and a command. */
final class WayLines {
  private WayLines() {}

  static void print(List<EscalationPath> paths, PrintWriter out) {
    out.println();
    out.println("ways to become more:");
    for (int i = 0; i < paths.size(); i++) {
      EscalationPath path = paths.get(i);
      out.println((i + 1) + ". " + Format.harmless(path.becomes()));
      for (EscalationStep step : path.steps()) {
        out.println("   - " + Format.harmless(step.sentence()));
        out.println("     $ " + Format.harmless(step.command()));
      }
    }
    out.flush();
  }
}
