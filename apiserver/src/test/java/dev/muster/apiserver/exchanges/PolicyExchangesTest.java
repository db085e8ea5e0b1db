package dev.muster.apiserver.exchanges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.Background;
import dev.muster.kinds.features.ApiTraits;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.kinds.features.KubeVersion;
import dev.muster.model.scheme.RuntimeConfig;
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
    server =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(new Admission(Set.of(), Set.of("ServiceAccount")))
                    .with(Background.of(Set.of()))
                    .with(
                        RuntimeConfig.parse(
                            List.of("admissionregistration.k8s.io/v1beta1=true")))
                    .with(
                        new ApiTraits(
                            FeatureGates.of(KubeVersion.CURRENT, "MutatingAdmissionPolicy=true"),
                            true)));
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
                        assertThat(
                                Comparisons.problems(scenario, replay.play(scenario), expected))
                            .isEmpty()));
  }
}
