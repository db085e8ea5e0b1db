package dev.muster.kinds.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {

  @ParameterizedTest
  @CsvSource({
    "PT-5S, <invalid>",
    "PT-1S, 0s",
    "PT0S, 0s",
    "PT1.9S, 1s",
    "PT119S, 119s",
    "PT2M, 2m",
    "PT9M59S, 9m59s",
    "PT10M1S, 10m",
    "PT179M, 179m",
    "PT3H, 3h",
    "PT7H59M, 7h59m",
    "PT8H30M, 8h",
    "PT47H59M, 47h",
    "P2D, 2d",
    "P7DT23H, 7d23h",
    "P8DT5H, 8d",
    "P729D, 729d",
    "P730D, 2y",
    "P731D, 2y1d",
    "P2919D, 7y364d",
    "P2920D, 8y",
    "P3000D, 8y",
  })
  void areCoarserTheLongerTheyAre(Duration span, String text) {
    assertThat(Ages.human(span)).isEqualTo(text);
  }
}
