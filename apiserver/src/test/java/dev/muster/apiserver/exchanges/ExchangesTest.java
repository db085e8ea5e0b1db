package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
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

  /** Scenarios that mostly wait are played while the others are. */
  @TestFactory
  Stream<DynamicTest> answersAsRecorded() {
    Replay replay = new Replay(server.client());
    Map<Scenario, FutureTask<List<ObjectNode>>> ahead = new HashMap<>();
    for (Scenario scenario : scenarios) {
      FutureTask<List<ObjectNode>> play = new FutureTask<>(() -> replay.play(scenario));
      ahead.put(scenario, play);
      if (scenario.waits()) {
        Thread.startVirtualThread(play);
      }
    }
    return scenarios.stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.category() + " " + scenario.name(),
                    () ->
                        assertThat(
                                Comparisons.problems(scenario, played(ahead, scenario), expected))
                            .isEmpty()));
  }

  /** What was answered: a task that has begun elsewhere is waited for. */
  private static List<ObjectNode> played(
      Map<Scenario, FutureTask<List<ObjectNode>>> all, Scenario scenario) throws Exception {
    FutureTask<List<ObjectNode>> play = Objects.requireNonNull(all.get(scenario));
    if (!scenario.waits()) {
      play.run();
    }
    return play.get();
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
}
