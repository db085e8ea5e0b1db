package dev.muster.model.names;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelsTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b-c_9", "example.com/gpu", "a.b/C"})
  void acceptsQualifiedNames(String name) {
    assertThat(Labels.qualifiedName(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|name part must be non-empty",
        "/a|prefix part must be non-empty",
        "A_/a|prefix part a lowercase RFC 1123 subdomain must consist",
        "a b|name part must consist of alphanumeric characters, '-', '_' or '.', and",
        "a/b/c|a valid label key must consist of alphanumeric",
      })
  void saysWhatIsWrongWithAQualifiedName(String name, String fault) {
    assertThat(Labels.qualifiedName(name)).first().asString().startsWith(fault);
  }

  @Test
  void limitsNamesAndValuesTo63Characters() {
    String long64 = "a".repeat(64);
    assertThat(Labels.qualifiedName(long64))
        .containsExactly("name part must be no more than 63 bytes");
    assertThat(Labels.value(long64)).containsExactly("must be no more than 63 bytes");
    assertThat(Labels.value("a".repeat(63))).isEmpty();
  }

  @Test
  void namesThePlaceOfEachFaultInASelector() throws IOException {
    Errors errors = new Errors();
    JsonNode selector =
        Trees.parse(
            """
            {"matchLabels":{"ok":"fine"},
             "matchExpressions":[{"key":"a","operator":"In"},{"key":"a","operator":"Exists","values":["x"]},
                                 {"key":"a","operator":"Is"}]}
            """
                .getBytes(StandardCharsets.UTF_8));
    Labels.validateSelector(At.root(selector), errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .containsExactly(
            "matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
            "matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            "matchExpressions[2].operator: Invalid value: \"Is\": not a valid selector operator");
  }
}
