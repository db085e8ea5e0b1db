package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.InProcessControllers;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
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
@MostlyWaits
class ControllerExchangesTest {
  /** Beyond the recorded pauses, for a machine with other things to do. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How many are played at a time: pauses are most of what they do. */
  private static final int AT_A_TIME = 12;

  private static final Map<Scenario, Future<List<ObjectNode>>> PLAYED = new LinkedHashMap<>();
  private static ExecutorService players = Executors.newVirtualThreadPerTaskExecutor();
  private static ExpectedDifferences expected;
  private static RunningServer server;
  private static RunningControllers controllers;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    PLAYED.clear();
    players = Executors.newVirtualThreadPerTaskExecutor();
    expected = ExpectedDifferences.read("expected-controller-differences.txt");
    server = RunningServer.recordedWithControllers(directory);
    controllers = InProcessControllers.start(server.server());
    Replay replay = new Replay(server.client(), PATIENCE);
    // some of them, for whoever looks for a difference: -Dmuster.scenario=deployment-.*
    String only = System.getProperty("muster.scenario", ".*");
    List<Scenario> scenarios =
        Scenario.recorded(List.of("exchanges-controller.jsonl")).stream()
            .filter(scenario -> scenario.name().matches(only))
            .sorted(Comparator.comparing(ControllerExchangesTest::pauses).reversed())
            .toList();
    Semaphore turns = new Semaphore(AT_A_TIME);
    for (Scenario scenario : scenarios) {
      PLAYED.put(scenario, players.submit(() -> play(replay, scenario, turns)));
    }
  }

  /** The longest ones begin first. */
  private static Duration pauses(Scenario scenario) {
    return scenario.steps().stream()
        .map(Scenario.Step::pause)
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static List<ObjectNode> play(Replay replay, Scenario scenario, Semaphore turns)
      throws InterruptedException {
    turns.acquire();
    try {
      return replay.play(scenario);
    } finally {
      turns.release();
    }
  }

  @AfterAll
  static void stop() {
    players.shutdownNow();
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
