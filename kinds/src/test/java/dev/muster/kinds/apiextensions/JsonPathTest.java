package dev.muster.kinds.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths of columns. */
class JsonPathTest {
  private static JsonNode object() throws IOException {
    return new ObjectMapper()
        .readTree(
            """
            {"spec":{"a.b":"dotted","list":["x","y","z"]},
             "status":{"conditions":[{"type":"Ready","status":"True"},{"type":"Old","age":7}]}}
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        ".spec.list[1] | y",
        ".spec.list[-1] | z",
        ".spec.list[*] | x",
        ".spec.list[1:] | y",
        ".spec['a.b'] | dotted",
        ".spec.a\\.b | dotted",
        ".status.conditions[?(@.type=='Ready')].status | True",
        ".status.conditions[?(@.age>5)].type | Old",
        ".status.conditions[?(@.age)].type | Old"
      })
  void leadsTo(String path, String value) throws IOException {
    assertThat(JsonPath.parse(path).first(object()).asText()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".zz",
        ".spec.list[9]",
        ".spec.list.x",
        "[",
        ".spec[",
        ".[?(",
        "]",
        ".spec.list[a:b]",
        ""
      })
  void whatLeadsNowhereFindsNothingOrTheWhole(String path) throws IOException {
    assertThat(JsonPath.parse(path).first(object()).isValueNode()).isFalse();
  }
}
