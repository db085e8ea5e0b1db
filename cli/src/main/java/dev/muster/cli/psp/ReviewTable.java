package dev.muster.cli.psp;

import dev.muster.admission.psp.FilledIn;
import dev.muster.admission.psp.PolicyReview;
import dev.muster.admission.psp.Trial;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reviews for people. */
final class ReviewTable {
  private static final String GAP = "   ";

  private ReviewTable() {}

  static void print(List<SubjectPod.Reviewed> reviews, PrintWriter out) {
    for (int i = 0; i < reviews.size(); i++) {
      if (i > 0) {
        out.println();
      }
      print(reviews.get(i), out);
    }
  }

  private static void print(SubjectPod.Reviewed reviewed, PrintWriter out) {
    SubjectPod subject = reviewed.subject();
    out.println(subject.from() + " in namespace " + subject.namespace());
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("POLICY", "MAY USE", "VERDICT", "BECAUSE"));
    for (PolicyReview.Opinion opinion : reviewed.review().opinions()) {
      rows(opinion, reviewed.knowsUser(), rows);
    }
    lines(rows).forEach(out::println);
    out.println(
        reviewed
            .review()
            .chosen()
            .map(name -> "admitted by " + name)
            .orElse("refused: no policy that may be used admits it"));
  }

  private static void rows(
      PolicyReview.Opinion opinion, boolean knowsUser, List<List<String>> rows) {
    Trial trial = opinion.trial();
    List<String> reasons =
        trial.admits()
            ? trial.changes().stream().map(ReviewTable::change).toList()
            : trial.faults().stream().map(Object::toString).toList();
    String name = trial.policy().name();
    String usable = !knowsUser ? "-" : opinion.usable() ? "yes" : "no";
    rows.add(List.of(name, usable, verdict(trial), reasons.isEmpty() ? "" : reasons.get(0)));
    reasons.stream().skip(1).forEach(reason -> rows.add(List.of("", "", "", reason)));
  }

  private static String change(FilledIn change) {
    return "sets " + change;
  }

  /** {@code admits}, {@code changes} or {@code refuses}, and how that is meant. */
  static String verdict(Trial trial) {
    String verdict = !trial.admits() ? "refuses" : trial.changes().isEmpty() ? "admits" : "changes";
    return switch (trial.policy().mode()) {
      case ENFORCE -> verdict;
      case WARN -> verdict + " (only warns)";
      case AUDIT -> verdict + " (only audits)";
    };
  }

  private static List<String> lines(List<List<String>> rows) {
    int[] widths =
        IntStream.range(0, 3)
            .map(c -> rows.stream().mapToInt(r -> r.get(c).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, 3)
                        .mapToObj(c -> padded(row.get(c), widths[c]) + GAP)
                        .reduce("", String::concat)
                    + row.get(3))
        .map(String::stripTrailing)
        .toList();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
