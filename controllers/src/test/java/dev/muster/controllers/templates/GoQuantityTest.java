package dev.muster.controllers.templates;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A quantity's parts, as Go keeps them after it has read one. */
class GoQuantityTest {
  @Test
  void aNumberBeyondReasonIsNotWrittenOut() {
    assertThat(GoQuantity.dump("1234567890123456789e999999999")).hasSizeLessThan(1_000);
    assertThat(GoQuantity.dump("0." + "1".repeat(100_000))).hasSizeLessThan(1_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "100m, 100, -3, 100m, DecimalSI",
    "64Mi, 67108864, 0, '', BinarySI",
    "3Gi, 3221225472, 0, 3Gi, BinarySI",
    "2, 2, 0, 2, DecimalSI",
    "0, 0, 0, 0, DecimalSI",
    "1e3, 1, 3, 1e3, DecimalExponent",
    "5k, 5, 3, 5k, DecimalSI",
    "-1, -1, 0, -1, DecimalSI"
  })
  void parts(String text, long value, int scale, String remembered, String format) {
    assertThat(GoQuantity.dump(text))
        .isEqualTo(
            "{i:(resource.int64Amount){value:(int64)"
                + value
                + " scale:(resource.Scale)"
                + scale
                + "} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)"
                + remembered
                + " Format:(resource.Format)"
                + format
                + "}");
  }
}
