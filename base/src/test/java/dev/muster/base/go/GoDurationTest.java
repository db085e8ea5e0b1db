package dev.muster.base.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "-0, PT0S",
    "1h0m0s, PT1H",
    "1.5h, PT1H30M",
    "-.5s, PT-0.5S",
    "+5.s, PT5S",
    "0.333333333333333333333333m, PT19.999999999S",
    "1us1µs1μs, PT0.000003S",
    "2562047h47m16.854775807s, PT2562047H47M16.854775807S"
  })
  void isReadAsGoReadsIt(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'', 'time: invalid duration \"\"'",
        "-, 'time: invalid duration \"-\"'",
        "., 'time: invalid duration \".\"'",
        "h, 'time: invalid duration \"h\"'",
        "1..5s, 'time: missing unit in duration \"1..5s\"'",
        "5, 'time: missing unit in duration \"5\"'",
        "1h5, 'time: missing unit in duration \"1h5\"'",
        "5d, 'time: unknown unit \"d\" in duration \"5d\"'",
        "1 h, 'time: unknown unit \" h\" in duration \"1 h\"'",
      })
  void isRefusedInGosWords(String text, String expected) {
    assertThatThrownBy(() -> GoDuration.parse(text)).hasMessage(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2562048h", "99999999999999999999s", "2562047h47m16.854775808s"})
  void neverOverflows(String text) {
    assertThatThrownBy(() -> GoDuration.parse(text))
        .isInstanceOf(GoDuration.TooLongException.class)
        .hasMessage("time: invalid duration \"" + text + "\"");
  }

  @ParameterizedTest
  @CsvSource({"0, 0s", "850, 850ms", "1250, 1.25s", "160000, 2m40s", "3600000, 1h0m0s"})
  void isPrintedAsGoPrintsIt(long millis, String expected) {
    assertThat(GoDuration.text(Duration.ofMillis(millis))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ns",
    "1100, 1.1µs",
    "2200000, 2.2ms",
    "3300000000, 3.3s",
    "-1000000000, -1s",
    "60000000000, 1m0s",
    "245000000000, 4m5s",
    "245001000000, 4m5.001s",
    "18367001000000, 5h6m7.001s",
    "480000000001, 8m0.000000001s",
    "9223372036854775807, 2562047h47m16.854775807s",
    "-9223372036854775807, -2562047h47m16.854775807s"
  })
  void printsAsGoDoes(long nanos, String text) {
    assertThat(GoDuration.exact(Duration.ofNanos(nanos))).isEqualTo(text);
  }
}
