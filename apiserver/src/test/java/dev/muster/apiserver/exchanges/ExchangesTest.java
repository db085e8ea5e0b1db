package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers equal those which a real API server gave to the same requests, but for the listed
 * differences. The list can only shrink: an entry whose answer has become equal fails as well.
 */
class ExchangesTest {
  private static List<Scenario> scenarios = List.of();
  private static ExpectedDifferences expected;
  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    scenarios = Scenario.recorded();
    expected = ExpectedDifferences.read();
    server = RunningServer.alone(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() {
    Replay replay = new Replay(server.client());
    return scenarios.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.category() + " " + scenario.name(),
                    () ->
                        assertThat(problems(scenario, replay.play(scenario), expected)).isEmpty()));
  }

  @Test
  void everyListedDifferenceNamesARecordedStep() {
    List<String> steps =
        scenarios.stream()
            .flatMap(s -> s.steps().stream().map(step -> s.name() + " " + step.name()))
            .toList();
    assertThat(expected.entries())
        .allSatisfy(entry -> assertThat(steps).contains(entry.scenario() + " " + entry.step()));
  }

  static List<String> problems(
      Scenario scenario, List<ObjectNode> answers, ExpectedDifferences expected) {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Scenario.Step step = scenario.steps().get(i);
      List<Difference> differences =
          better(step.answer(), answers.get(i))
              ? List.of()
              : Difference.between(step.answer(), answers.get(i));
      List<Difference> unexpected = expected.unexpected(scenario.name(), step.name(), differences);
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
      Scenario scenario, Scenario.Step step, List<Difference> differences) {
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
