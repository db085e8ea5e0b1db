package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.tree.AnswerTree;
import dev.muster.access.tree.StationTree;
import dev.muster.authz.Attributes;
import dev.muster.authz.Refusal;
import dev.muster.cli.identity.PodIdentities;
import dev.muster.cli.output.Format;
import dev.muster.views.AccessV1.AccessExplanationStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/**
 * One answer from top to bottom.
 *
 * @param told what explains the decision about access
 * @param identity of the processes of what would be written, if it has any
 * @param only the namespaces in which it is allowed although it is not everywhere
 */
record WhyAnswer(
    Attributes request,
    Told told,
    RequestWay way,
    Optional<PodIdentities> identity,
    List<String> only) {

  /** What explains a decision about access. */
  sealed interface Told {
    /** Whether it is allowed, by authorization alone. */
    Optional<Boolean> allowed();

    /** Roles and bindings that were read here, beside a server's review. */
    record Read(AccessAnswer answer) implements Told {
      @Override
      public Optional<Boolean> allowed() {
        return answer.allowed();
      }
    }

    /** A server's own explanation. */
    record Explained(ObjectNode status) implements Told {
      @Override
      public Optional<Boolean> allowed() {
        return Optional.of(AccessExplanationStatus.of(status).allowed().truth());
      }
    }
  }

  /** Whether the request goes through. */
  Optional<Boolean> allowed() {
    return refusingPlugin().isPresent() ? Optional.of(false) : told.allowed();
  }

  private Optional<Station> refusingPlugin() {
    return way.at(Stage.Admission).stream()
        .filter(station -> station.decides() && station.verdict() == Verdict.Refused)
        .findFirst();
  }

  void print(Format format, PrintWriter out) {
    if (format != Format.table) {
      format.print(tree(), out);
      return;
    }
    verdict(out);
    StationStrip.print(way, out);
    explain(out);
    if (!only.isEmpty()) {
      out.println(Format.harmless("allowed in " + String.join(", ", only)));
    }
    identity.ifPresent(
        pod -> {
          out.println("identity:");
          pod.print(out);
        });
    out.flush();
  }

  void verdict(PrintWriter out) {
    Optional<Station> plugin = refusingPlugin();
    if (plugin.isPresent()) {
      String sentence = Refusal.permission(request) + ", but " + plugin.get().name();
      out.println(Format.harmless("no: " + sentence + " refuses it"));
      return;
    }
    switch (told) {
      case Told.Read read -> new AccessAnswers(request, out).verdict(read.answer());
      case Told.Explained explained ->
          out.println(
              Format.harmless(
                  AccessExplanationStatus.of(explained.status()).allowed().truth()
                      ? "yes: " + Refusal.permission(request)
                      : "no: " + Refusal.message(request, "")));
    }
  }

  void explain(PrintWriter out) {
    switch (told) {
      case Told.Read read -> new AccessAnswers(request, out).explain(read.answer());
      case Told.Explained explained ->
          ExplanationText.print(AccessExplanationStatus.of(explained.status()), out);
    }
  }

  ObjectNode tree() {
    ObjectNode tree =
        switch (told) {
          case Told.Read read -> AnswerTree.of(request, read.answer(), only);
          case Told.Explained explained -> explained.status().deepCopy();
        };
    allowed().ifPresent(allowed -> tree.put("allowed", allowed));
    tree.set("stations", StationTree.of(way.stations()));
    identity.ifPresent(pod -> tree.set("identity", pod.json().path("containers")));
    return tree;
  }
}
