package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What controllers make of each change equals what a real kube-controller-manager made of it:
 * objects, names, conditions and events. Scenarios run side by side, with the pauses that were made
 * when they were recorded.
 */
class ControllerExchangesTest {
  /** Beyond the recorded pauses, for a machine with other things to do. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final Map<Scenario, Future<List<ObjectNode>>> PLAYED = new LinkedHashMap<>();
  private static final ExecutorService PLAYERS = Executors.newVirtualThreadPerTaskExecutor();
  private static ExpectedDifferences expected;
  private static RunningServer server;
  private static RunningControllers controllers;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    expected = ExpectedDifferences.read("expected-controller-differences.txt");
    server = RunningServer.recordedWithControllers(directory);
    controllers = InProcessControllers.start(server.server());
    Replay replay = new Replay(server.client(), PATIENCE);
    String only = System.getProperty("muster.scenario", "");
    for (Scenario scenario : Scenario.recorded(List.of("exchanges-controller.jsonl"))) {
      if (scenario.name().matches(only.isEmpty() ? ".*" : only)) {
        PLAYED.put(scenario, PLAYERS.submit(() -> replay.play(scenario)));
      }
    }
  }

  @AfterAll
  static void stop() {
    PLAYERS.shutdownNow();
    controllers.close();
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> clustersBecomeAsRecorded() {
    return PLAYED.keySet().stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () ->
                        assertThat(Comparisons.problems(scenario, played(scenario), expected))
                            .isEmpty()));
  }

  private static List<ObjectNode> played(Scenario scenario)
      throws ExecutionException, InterruptedException {
    Future<List<ObjectNode>> answers = PLAYED.get(scenario);
    return answers == null ? List.of() : answers.get();
  }

  @Test
  void everyListedDifferenceNamesARecordedStep() {
    List<String> steps =
        PLAYED.keySet().stream()
            .flatMap(s -> s.steps().stream().map(step -> s.name() + " " + step.name()))
            .toList();
    assertThat(expected.entries())
        .allSatisfy(entry -> assertThat(steps).contains(entry.scenario() + " " + entry.step()));
  }
}
