package dev.muster.base.go;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as Go prints them. */
class GoNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "-3, -3",
    "0.1, 0.1",
    "0.55, 0.55",
    "100000000000000000000, 100000000000000000000",
    "1e21, 1e+21",
    "1.5e300, 1.5e+300",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "-2.5e-7, -2.5e-07"
  })
  void printsTheFewestDigits(double number, String text) {
    assertThat(GoNumbers.text(number)).isEqualTo(text);
  }
}
