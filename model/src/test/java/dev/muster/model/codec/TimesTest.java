package dev.muster.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1900, 2000, 2023, 2024, 2100, 9999})
  void everyDayThatThereIsIsTakenAsItIsAndNoOther(int year) {
    for (int month = 0; month <= 13; month++) {
      for (int day = 0; day <= 32; day++) {
        String text = "%04d-%02d-%02dT12:34:56Z".formatted(year, month, day);
        assertThat(time(text)).isEqualTo(exists(year, month, day) ? Optional.of(text) : none());
      }
    }
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static Optional<String> time(String text) {
    try {
      return Optional.of(Times.time(text).textValue());
    } catch (DecodeException e) {
      return Optional.empty();
    }
  }

  private static boolean exists(int year, int month, int day) {
    try {
      LocalDate.of(year, month, day);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-18T00:00:00Z, 2026-11-18T00:00:00Z",
    "2026-11-18T23:59:59Z, 2026-11-18T23:59:59Z",
    "2026-11-18T01:02:03+02:00, 2026-11-17T23:02:03Z",
    "2026-11-18T01:02:03.999Z, 2026-11-18T01:02:03Z",
  })
  void timesAreInUtcToTheSecond(String sent, String written) {
    assertThat(Times.time(sent).textValue()).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-13-01T00:00:00Z | month out of range",
        "2026-02-29T00:00:00Z | day out of range",
        "2026-01-01T24:00:00Z | hour out of range",
        "2026-01-01T00:60:00Z | minute out of range",
        "2026-01-01T00:00:60Z | second out of range",
        "2026-01-01 00:00:00Z | cannot parse \" 00:00:00Z\" as \"T\"",
        "2026-01-01T00:00:00z | cannot parse \"z\" as \"Z07:00\"",
        "２026-01-01T00:00:00Z | cannot parse",
      })
  void whatIsNoTimeIsRefused(String sent, String why) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> Times.time(sent))
        .withMessageContaining(why);
  }

  @Test
  void noTimeStaysNone() {
    assertThat(Times.time("null").isNull()).isTrue();
  }
}
