package dev.muster.cli.access;

import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station;
import dev.muster.access.audited.AuditedRequest;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Prints for people what became of a request that was made. */
final class AuditedText {
  private final AuditedAnswer answer;
  private final Optional<Boolean> changed;
  private final PrintWriter out;

  /**
   * @param changed whether authorizers would say something else now, if both are known
   */
  AuditedText(AuditedAnswer answer, Optional<Boolean> changed, PrintWriter out) {
    this.answer = answer;
    this.changed = changed;
    this.out = out;
  }

  void print() {
    AuditedRequest event = answer.event();
    line(verdict());
    line(
        "  %s %s at %s, answered with %s"
            .formatted(event.verb(), event.uri(), event.received(), code(event)));
    StationStrip.print(answer.way(), out);
    answer
        .then()
        .ifPresent(
            status -> {
              line("at revision " + event.revision() + ", when it was decided:");
              told(new WhyAnswer.Told.Explained(status), true);
            });
    answer.gaps().forEach(gap -> line("not known: " + gap));
    answer.now().ifPresent(this::now);
    out.flush();
  }

  private static String code(AuditedRequest event) {
    return event.code() == 0 ? "nothing" : (event.code() + " " + event.reason()).strip();
  }

  private String verdict() {
    return answer
        .way()
        .deciding()
        .map(station -> (isYes(station) ? "yes: " : "no: ") + sentence(station))
        .orElse("not known: the log does not say what became of the request");
  }

  private static boolean isYes(Station station) {
    return station.verdict() == Station.Verdict.Allowed;
  }

  private String sentence(Station deciding) {
    Attributes asked = AuditedAttributes.of(answer.event());
    return switch (deciding.stage()) {
      case Authentication -> deciding.reason();
      case Authorization, Identity ->
          isYes(deciding) ? Refusal.permission(asked) : Refusal.message(asked, "");
      case Admission -> Refusal.permission(asked) + ", but " + deciding.name() + " refused it";
    };
  }

  /** The same answer is explained once. */
  private void now(AuditedAnswer.Now now) {
    boolean explained = answer.then().isPresent() && !changed.orElse(true);
    String since =
        changed
            .map(other -> other ? ", authorizers say otherwise" : ", authorizers say the same")
            .orElse("");
    line(now.policy().words + since + ":");
    told(now.told(), !explained);
  }

  private void told(WhyAnswer.Told told, boolean explained) {
    Attributes asked = AuditedAttributes.of(answer.event());
    WhyAnswer same =
        new WhyAnswer(asked, told, new RequestWay(List.of()), Optional.empty(), List.of());
    same.verdict(out);
    if (explained) {
      same.explain(out);
    }
  }

  private void line(String text) {
    out.println(Format.harmless(text));
  }
}
