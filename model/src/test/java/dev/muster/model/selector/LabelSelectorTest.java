package dev.muster.model.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=b | {'a':'b'} | true",
        "a==b | {'a':'c'} | false",
        "a=b | {} | false",
        "a= | {'a':''} | true",
        "a!=b | {} | true",
        "a!=b | {'a':'b'} | false",
        "a | {'a':'x'} | true",
        "a | {'b':'x'} | false",
        "!a | {'a':'x'} | false",
        "!a | {} | true",
        "a in (b, c) | {'a':'c'} | true",
        "a in (b,c) | {'a':'d'} | false",
        "a notin (b) | {} | true",
        "a notin (b) | {'a':'b'} | false",
        "a in () | {'a':''} | true",
        "a in (,b) | {'a':''} | true",
        "in in (in,notin) | {'in':'notin'} | true",
        "a>3 | {'a':'4'} | true",
        "a>3 | {'a':'x'} | false",
        "a<3 | {'a':'2'} | true",
        "a<3 | {} | false",
        "a=b,c!=d | {'a':'b','c':'d'} | false",
        "example.com/a=b | {'example.com/a':'b'} | true",
        " a = b , c | {'a':'b','c':''} | true",
      })
  void matches(String selector, String labels, boolean expected) throws IOException {
    JsonNode map = new ObjectMapper().readTree(labels.replace('\'', '"'));
    assertThat(LabelSelector.parse(selector).matches(map)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "= | found '=', expected: !, identifier, or 'end of string'",
        "a b | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
        "a=b c | found 'c', expected: ',' or 'end of string'",
        "a, | found '', expected: identifier after ','",
        "a,,b | found ',', expected: identifier after ','",
        "!=a | found '!=', expected: !, identifier, or 'end of string'",
        "! | unable to parse requirement: found '', expected: identifier",
        "!a=b | found '=', expected: ',' or 'end of string'",
        "a in b | unable to parse requirement: found 'b' expected: '('",
        "a in (b | unable to parse requirement: found '', expected: ',' or ')'",
        "a in (=) | unable to parse requirement: found '=', expected: ',', ')' or identifier",
        "a in (b c) | unable to parse requirement: found 'c', expected: ',' or ')'",
        "a==!b | unable to parse requirement: found '!', expected: identifier",
        "a>x | unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
      })
  void refusesInKubernetesWords(String selector, String message) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> LabelSelector.parse(selector))
        .withMessage(message);
  }

  @Test
  void namesTheKeyOrValueThatIsNoLabel() {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> LabelSelector.parse("-a=b"))
        .withMessageStartingWith(
            "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> LabelSelector.parse("a=-b"))
        .withMessageStartingWith(
            "unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b=c, a | a,b=c",
        "x notin (c,b,b) | x notin (b,c)",
        "! x | !x",
        "x>1,y != 2 | x>1,y!=2",
      })
  void isWrittenInOneForm(String selector, String text) {
    assertThat(LabelSelector.parse(selector)).hasToString(text);
  }

  @Test
  void readsTheSelectorsThatObjectsHold() throws IOException {
    JsonNode held =
        new ObjectMapper()
            .readTree(
                """
                {"matchLabels":{"a":"b"},
                 "matchExpressions":[{"key":"c","operator":"NotIn","values":["d"]},
                   {"key":"e","operator":"Exists"},{"key":"f","operator":"DoesNotExist"}]}
                """);
    assertThat(LabelSelector.of(held)).hasToString("a=b,c notin (d),e,!f");
  }

  @Property
  void readsItsOwnText(@ForAll("selectors") String text) {
    LabelSelector once;
    try {
      once = LabelSelector.parse(text);
    } catch (ApiException e) {
      assertThat(e.status().code()).isEqualTo(400);
      return;
    }
    assertThat(LabelSelector.parse(once.toString())).hasToString(once.toString());
  }

  @Provide
  Arbitrary<String> selectors() {
    return Arbitraries.of(
            "a", "b", "in", " in ", "notin", " ", "(", ")", ",", "=", "==", "!=", "!", ">", "1",
            "<", "x/y", "\t", "\u0000")
        .list()
        .ofMaxSize(9)
        .map(parts -> String.join("", parts));
  }
}
