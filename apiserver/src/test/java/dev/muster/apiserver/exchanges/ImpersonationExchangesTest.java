package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Background;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Impersonation under constraints, as a real API server with that gate answered. */
class ImpersonationExchangesTest {
  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(new Admission(Set.of(), Set.of("ServiceAccount")))
                    .with(Background.of(Set.of()))
                    .with(
                        new ApiFeatures(
                            FeatureGates.of(
                                KubeVersion.emulated("1.35"), "ConstrainedImpersonation=true"),
                            true)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> answersAsRecorded() throws IOException {
    Replay replay = new Replay(server.client());
    ExpectedDifferences none = ExpectedDifferences.read("expected-policy-differences.txt");
    return Scenario.recorded(List.of("exchanges-impersonation.jsonl")).stream()
        .map(
            scenario ->
                DynamicTest.dynamicTest(
                    scenario.name(),
                    () ->
                        assertThat(Comparisons.problems(scenario, replay.play(scenario), none))
                            .isEmpty()));
  }
}
