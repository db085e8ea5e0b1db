package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer.Answer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.cli.output.Format;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the authorizers of a chain answered, each by itself, and so all together.
 *
 * @param master whether the user is allowed before any of them is asked
 * @param excluded the webhooks whose conditions keep the question from them
 */
record ChainAnswers(boolean master, List<Answer> answers, Set<String> excluded) {

  /**
   * @param notes of what happened while they were asked
   */
  static ChainAnswers of(User user, List<Answer> answers, ChainNotes notes) {
    return new ChainAnswers(
        user.groups().contains(User.MASTERS), List.copyOf(answers), notes.excluded());
  }

  /** The first that allows or denies. */
  private Optional<Answer> decided() {
    return answers.stream()
        .filter(answer -> !(answer.decision() instanceof Decision.NoOpinion))
        .findFirst();
  }

  boolean allowed() {
    return master || decided().map(answer -> answer.decision().allowed()).orElse(false);
  }

  void print(Format format, PrintWriter out) {
    if (format != Format.table) {
      format.print(tree(), out);
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("TYPE", "NAME", "ANSWER", "REASON"));
    for (Answer answer : answers) {
      rows.add(List.of(answer.type(), answer.name(), word(answer.decision()), why(answer)));
    }
    Format.printTable(rows, out);
    out.println(summary());
    out.flush();
  }

  private String summary() {
    if (master) {
      return "yes: members of system:masters may do anything";
    }
    return decided()
        .map(
            answer ->
                answer.decision().allowed()
                    ? "yes: " + answer.name() + " allows it"
                    : "no: " + answer.name() + " denies it")
        .orElse("no: no authorizer allows it");
  }

  private static String word(Decision decision) {
    return switch (decision) {
      case Decision.Allow allow -> "allow";
      case Decision.Deny deny -> "deny";
      case Decision.NoOpinion none -> "no opinion";
    };
  }

  /** On one line, since it stands in a table. */
  private String why(Answer answer) {
    if (excluded.contains(answer.name())) {
      return "not asked: a match condition is false";
    }
    List<String> parts = new ArrayList<>(answer.decision().problems());
    if (!answer.decision().reason().isEmpty()) {
      parts.addFirst(answer.decision().reason());
    }
    return String.join("; ", parts).replace("\n", "; ");
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("allowed", allowed());
    if (!master) {
      decided().ifPresent(answer -> tree.put("decidedBy", answer.name()));
    }
    tree.put("reason", summary());
    ArrayNode all = tree.putArray("authorizers");
    for (Answer answer : answers) {
      ObjectNode one = all.addObject();
      one.put("type", answer.type()).put("name", answer.name());
      one.put("answer", answer.decision().getClass().getSimpleName());
      if (!answer.decision().reason().isEmpty()) {
        one.put("reason", answer.decision().reason());
      }
      if (!answer.decision().problems().isEmpty()) {
        answer.decision().problems().forEach(one.putArray("problems")::add);
      }
      if (excluded.contains(answer.name())) {
        one.put("excluded", true);
      }
    }
    return tree;
  }
}
