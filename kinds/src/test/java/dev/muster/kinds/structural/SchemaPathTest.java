package dev.muster.kinds.structural;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths through a schema, whatever the text is. */
class SchemaPathTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        ".a | a |",
        ".o.b | o.b |",
        ".m['x.y'] | m[x.y] |",
        ".zz | | does not refer to a valid field",
        "a | | expected [ or . but got: a",
        ".a. | | unexpected end of JSON path",
        ".o[b] | | expected single quoted string but got b",
        ".o['b' | | unexpected end of JSON path",
        "' | | expected [ or . but got: '"
      })
  void findsAFieldOrTellsWhyNot(String text, String path, String fault) throws IOException {
    Structural schema =
        Structural.of(
            new ObjectMapper()
                .readTree(
                    """
                    {"type":"object","properties":{"a":{"type":"string"},
                     "o":{"type":"object","properties":{"b":{"type":"integer"}}},
                     "m":{"type":"object","additionalProperties":{"type":"string"}}}}
                    """));
    SchemaPath found = SchemaPath.find(text, schema, true);
    assertThat(found.path()).isEqualTo(path == null ? "" : path);
    assertThat(found.fault()).isEqualTo(fault == null ? "" : fault);
  }
}
