package dev.muster.base.go;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoTextTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      textBlock =
          """
          plain       | "plain"
          a"b         | "a\\"b"
          a\\b         | "a\\\\b"
          é€😀        | "é€😀"
          """,
      delimiter = '|')
  void isQuotedAsGoDoes(String text, String expected) {
    assertThat(GoText.quote(text)).isEqualTo(expected);
  }

  @Test
  void whatCannotBeSeenIsEscaped() {
    assertThat(GoText.quote("\u0007\b\f\n\r\t\u000b\u0001\u007f\u00a0\u200b\ue000\ud800"))
        .isEqualTo("\"\\a\\b\\f\\n\\r\\t\\v\\x01\\x7f\\u00a0\\u200b\\ue000\ufffd\"");
    assertThat(GoText.quote(Character.toString(0xe0001))).isEqualTo("\"\\U000e0001\"");
  }

  @Test
  void aListHasSpacesBetween() {
    assertThat(GoText.list(List.of("a", "b\n"))).isEqualTo("[\"a\" \"b\\n\"]");
  }

  @Test
  void ofALongTextTheStartIsShown() {
    assertThat(GoText.brief("😀".repeat(160))).isEqualTo("\"" + "😀".repeat(160) + "\"");
    assertThat(GoText.brief("😀".repeat(161))).isEqualTo("\"" + "😀".repeat(160) + "...\"");
  }
}
