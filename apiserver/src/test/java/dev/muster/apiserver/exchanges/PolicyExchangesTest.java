package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Admission policies, webhook configurations, reviews with selectors, and impersonation, as a real
 * API server answered. Connections are among the scenarios of {@link ExchangesTest}.
 */
class PolicyExchangesTest {
  private static ExpectedDifferences expected;
  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    expected = ExpectedDifferences.read("expected-policy-differences.txt");
    server = RunningServer.withMutatingPolicies(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() throws IOException {
    Replay replay = new Replay(server.client());
    return Scenario.recorded(List.of("exchanges-policy.jsonl")).stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () ->
                        assertThat(Comparisons.problems(scenario, replay.play(scenario), expected))
                            .isEmpty()));
  }
}
