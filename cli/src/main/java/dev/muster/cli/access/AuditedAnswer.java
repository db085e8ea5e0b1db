package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.RequestWay;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.audited.AuditedFate;
import dev.muster.access.audited.AuditedRequest;
import dev.muster.access.tree.StationTree;
import dev.muster.authz.Attributes;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What became of a request that was made, why, and whether it would be so again.
 *
 * @param asked what the authorizers were asked; empty if they were not
 * @param then the explanation at the revision of that time, if the server still has it
 * @param now what the answer is by another policy than that of then
 * @param gaps what is not known, a sentence each
 */
record AuditedAnswer(
    AuditedRequest event,
    RequestWay way,
    Optional<Attributes> asked,
    Optional<ObjectNode> then,
    Optional<Now> now,
    List<String> gaps) {

  /** An answer by another policy than that of then. */
  record Now(Policy policy, WhyAnswer.Told told) {}

  /** Whose policy; the names are the fields of the answer for scripts. */
  enum Policy {
    today("today, by the cluster's policy as it is now"),
    inFiles("by the policy in the files");

    final String words;

    Policy(String words) {
      this.words = words;
    }
  }

  static AuditedAnswer of(AuditedRequest event, Optional<Attributes> asked) {
    RequestWay way = RequestWay.of(AuditedFate.of(event));
    return new AuditedAnswer(event, way, asked, Optional.empty(), Optional.empty(), List.of());
  }

  AuditedAnswer then(ObjectNode status) {
    return new AuditedAnswer(event, way, asked, Optional.of(status), now, gaps);
  }

  AuditedAnswer now(Policy policy, WhyAnswer.Told told) {
    return new AuditedAnswer(event, way, asked, then, Optional.of(new Now(policy, told)), gaps);
  }

  AuditedAnswer without(String gap) {
    List<String> more = Stream.concat(gaps.stream(), Stream.of(gap)).toList();
    return new AuditedAnswer(event, way, asked, then, now, more);
  }

  /** Whether it was refused before any authorizer was asked about it. */
  boolean neverDecided() {
    return way.deciding().map(station -> station.stage() == Stage.Authentication).orElse(false);
  }

  /** Whether it was let through; empty if the log does not say. */
  Optional<Boolean> allowed() {
    return way.allowed();
  }

  /** What authorizers said of it then; empty if they were not asked, or the log does not say. */
  private Optional<Boolean> authorized() {
    return way.at(Stage.Authorization).stream()
        .filter(station -> station.verdict() != Verdict.Unknown)
        .map(station -> station.verdict() == Verdict.Allowed)
        .findFirst();
  }

  /** Whether authorizers would say something else now. */
  private Optional<Boolean> changed() {
    return authorized()
        .flatMap(was -> now.flatMap(n -> n.told().allowed()).map(is -> !is.equals(was)));
  }

  void print(Format format, PrintWriter out) {
    if (format == Format.table) {
      new AuditedText(this, changed(), out).print();
      return;
    }
    format.print(tree(), out);
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    allowed().ifPresent(allowed -> tree.put("allowed", allowed));
    tree.set("event", eventTree());
    tree.set("stations", StationTree.of(way.stations()));
    then.ifPresent(status -> tree.set("then", status));
    if (asked.isPresent() && now.isPresent()) {
      RequestWay none = new RequestWay(List.of());
      WhyAnswer answer =
          new WhyAnswer(asked.get(), now.get().told(), none, Optional.empty(), List.of());
      ObjectNode told = answer.tree();
      told.remove("stations");
      tree.set(now.get().policy().name(), told);
    }
    changed().ifPresent(changed -> tree.put("changed", changed));
    gaps.forEach(gap -> tree.withArrayProperty("notKnown").add(gap));
    return tree;
  }

  private ObjectNode eventTree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("auditID", event.id()).put("requestReceivedTimestamp", event.received());
    tree.put("user", event.asked().name());
    event.asked().groups().forEach(tree.putArray("groups")::add);
    event.actedAs().ifPresent(other -> tree.put("impersonatedBy", event.caller().name()));
    tree.put("verb", event.verb()).put("requestURI", event.uri()).put("code", event.code());
    put(tree, "reason", event.reason());
    put(tree, "message", event.message());
    put(tree, "decision", event.decision());
    put(tree, "revision", event.revision());
    return tree;
  }

  private static void put(ObjectNode tree, String field, String value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }
}
