package dev.muster.cli.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFlagTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1h0m0s, PT1H",
    "2h45m, PT2H45M",
    "1.5h, PT1H30M",
    ".5s, PT0.5S",
    "300ms, PT0.3S",
    "1us, PT0.000001S",
    "7ns, PT0.000000007S"
  })
  void readsWhatGoWrites(String text, Duration expected) {
    assertThat(new DurationFlag().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "-1s", "1 h", "PT1H", "h"})
  void refusesTheRest(String text) {
    assertThatThrownBy(() -> new DurationFlag().convert(text))
        .hasMessage("\"" + text + "\" is not a duration: write it as 300ms, 1.5h or 2h45m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2562048h", "2562047.9h", "99999999999999999999s", "2562047h59m"})
  void refusesWhatIsTooLong(String text) {
    assertThatThrownBy(() -> new DurationFlag().convert(text))
        .hasMessage("\"" + text + "\" is longer than 292 years");
  }
}
