package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Compares answers with the recorded ones. */
final class Comparisons {
  private Comparisons() {}

  /** One for each answer that differs and may not, and for each that may and does not. */
  static List<String> problems(
      Scenario scenario, List<ObjectNode> answers, ExpectedDifferences expected) {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Scenario.Step step = scenario.steps().get(i);
      List<AnswerDifference> differences =
          better(step.answer(), answers.get(i))
              ? List.of()
              : AnswerDifference.between(step.answer(), answers.get(i));
      List<AnswerDifference> unexpected =
          expected.unexpected(scenario.name(), step.name(), differences);
      if (!unexpected.isEmpty()) {
        problems.add(report(scenario, step, unexpected));
      }
    }
    expected
        .obsolete(scenario.name())
        .forEach(entry -> problems.add("is equal by now, take it off the list: " + entry));
    return problems;
  }

  /** Bad input deserves a 4xx, also where the real server said 500. */
  private static boolean better(JsonNode recorded, JsonNode got) {
    int status = got.get("status").asInt();
    return recorded.get("status").asInt() == 500 && status >= 400 && status < 500;
  }

  private static String report(
      Scenario scenario, Scenario.Step step, List<AnswerDifference> differences) {
    StringBuilder text = new StringBuilder("differs: ");
    text.append(scenario.name()).append(' ').append(step.name()).append(": ");
    text.append(step.request().get("method").asText()).append(' ').append(step.path());
    differences.stream().limit(8).forEach(d -> text.append("\n    ").append(d));
    if (differences.size() > 8) {
      text.append("\n    and ").append(differences.size() - 8).append(" more");
    }
    return text.append('\n').toString();
  }
}
