package dev.muster.node.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kubelet's flags. */
class EvictionThresholdsTest {
  private static List<Threshold> hard(String text) {
    return EvictionThresholds.parse(text, "", Map.of(), "");
  }

  @Test
  void theDefaultsAreKubelets() {
    EvictionConfig config = EvictionConfig.defaults();
    assertThat(config.thresholds().stream().map(t -> t.signal().text() + " " + t.value().of(1000)))
        .containsExactly(
            "memory.available 100Mi",
            "nodefs.available 100",
            "nodefs.inodesFree 50",
            "imagefs.available 150",
            "imagefs.inodesFree 50");
    assertThat(config.transition()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.period()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.reserved(Signal.MEMORY_AVAILABLE, 1L << 30)).isEqualTo(100L << 20);
    assertThat(config.reserved(Signal.PID_AVAILABLE, 1_000)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "disk<1             | unsupported eviction signal disk",
        "memory.available=1 | 'malformed pair, expect string<string: \"memory.available=1\"'",
        "memory.available<0 | eviction threshold memory.available must be positive: 0",
        "nodefs.available<-1% | eviction percentage threshold nodefs.available must be >= 0%: -1%",
        "nodefs.available<101% | eviction percentage threshold nodefs.available must be <= 100%: 101%",
        "nodefs.available<x% | '\"x%\" is not a percentage: write it as 10%'",
      })
  void refusesWhatMakesNoSense(String text, String message) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> hard(text))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"nodefs.available<0%", "nodefs.available<100%", "''"})
  void someMeanNone(String text) {
    assertThat(hard(text)).isEmpty();
  }

  @Test
  void aSoftOneNeedsItsGracePeriod() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> EvictionThresholds.parse("", "memory.available<1Gi", Map.of(), ""))
        .withMessage(
            "grace period must be specified for the soft eviction threshold memory.available");
    Threshold soft =
        EvictionThresholds.parse(
                "",
                "memory.available<1Gi",
                Map.of("memory.available", Duration.ofSeconds(90)),
                "memory.available=500Mi")
            .getFirst();
    assertThat(soft.grace()).isEqualTo(Duration.ofSeconds(90));
    Observation between = new Observation(1200L << 20, 8L << 30);
    assertThat(soft.isMet(between)).isFalse();
    assertThat(soft.isUnresolved(between)).isTrue();
  }
}
