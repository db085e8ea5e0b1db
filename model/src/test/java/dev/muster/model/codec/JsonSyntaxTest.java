package dev.muster.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSyntaxTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": | unexpected end of JSON input",
        "x | invalid character 'x' looking for beginning of value",
        "{a | invalid character 'a' looking for beginning of object key string",
        "{\"a\" 1 | invalid character '1' after object key",
        "{\"a\":1 x | invalid character 'x' after object key:value pair",
        "{\"a\":1,} | invalid character '}' looking for beginning of object key string",
        "[1,] | invalid character ']' looking for beginning of value",
        "[1 2] | invalid character '2' after array element",
        "{} x | invalid character 'x' after top-level value",
        "01 | invalid character '1' after top-level value",
        "-x | invalid character 'x' in numeric literal",
        "1.x | invalid character 'x' after decimal point in numeric literal",
        "1ex | invalid character 'x' in exponent of numeric literal",
        "nul] | invalid character ']' in literal null (expecting 'l')",
        "txue | invalid character 'x' in literal true (expecting 'r')",
        "\"\\x\" | invalid character 'x' in string escape code",
        "\"\\u12g4\" | invalid character 'g' in \\u hexadecimal character escape",
        "' | invalid character '\\'' looking for beginning of value",
        "{\"a\":\"\"\" | invalid character '\"' after object key:value pair",
      })
  void wordsFaultsAsGoDoes(String json, String fault) {
    assertThat(JsonSyntax.fault(json.getBytes(StandardCharsets.UTF_8))).hasValue(fault);
  }

  @Test
  void controlCharactersAreNotAllowedInStrings() {
    assertThat(JsonSyntax.fault("\"\n\"".getBytes(StandardCharsets.UTF_8)))
        .hasValue("invalid character '\\n' in string literal");
  }

  @Test
  void nestsTenThousandLevelsAndNoMore() {
    String most = "[".repeat(10_000);
    assertThat(JsonSyntax.fault((most + "]".repeat(10_000)).getBytes(StandardCharsets.UTF_8)))
        .isEmpty();
    assertThat(JsonSyntax.fault((most + "[").getBytes(StandardCharsets.UTF_8)))
        .hasValue("invalid character '[' exceeded max depth");
  }
}
